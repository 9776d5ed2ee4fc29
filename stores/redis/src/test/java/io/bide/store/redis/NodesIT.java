package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Put;
import io.bide.SystemTime;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.redis.Admin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several nodes on one Redis: who waits on one is woken by what happens on another. */
@Tag("full")
class NodesIT {
  private static final Duration NOT_SOON = Duration.ofMinutes(2);

  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  private static Engine node(String prefix, Duration lookInterval) {
    Store store = RedisStore.open(RedisConfig.at(SERVERS.url()).prefix(prefix));
    return Engine.start(store, EngineConfig.builder().lookInterval(lookInterval).build());
  }

  private static CompletableFuture<Claimed> wait(Engine engine) {
    CompletableFuture<Claimed> claim =
        engine.claim(Claim.from(Use.TOPIC).waiting(Duration.ofMinutes(2)));
    Servers.until("it waits", () -> engine.waitingClaims() == 1);
    return claim;
  }

  @Test
  void put_throughAnotherNode_wakesTheClaimer() {
    try (Engine one = node("wake:", NOT_SOON);
        Engine two = node("wake:", NOT_SOON)) {
      CompletableFuture<Claimed> claim = wait(one);
      long start = SystemTime.nanos();
      Await.value(two.put(Put.to(Use.TOPIC).id("1").delay(Duration.ofMillis(50)).build()));

      Claimed claimed = Await.value(claim);

      assertThat(claimed.deliveries()).hasSize(1);
      assertThat(claimed.now()).isAfterOrEqualTo(claimed.messages().get(0).due());
      assertThat(Duration.ofNanos(SystemTime.nanos() - start)).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void releaseAndResume_throughAnotherNode_wakeTheClaimer() {
    try (Engine one = node("release:", NOT_SOON);
        Engine two = node("release:", NOT_SOON)) {
      Await.value(two.put(Put.to(Use.TOPIC).id("1").build()));
      // Due now is due at the next full millisecond.
      Claim soon = Claim.from(Use.TOPIC).waiting(Duration.ofMinutes(1));
      var delivery = Await.value(two.claim(soon)).deliveries().get(0);
      CompletableFuture<Claimed> claim = wait(one);
      Await.value(two.release(delivery.requireReceipt(), io.bide.Due.now()));
      assertThat(Await.value(claim).deliveries()).hasSize(1);

      Await.value(two.put(Put.to(Use.TOPIC).id("2").delay(Duration.ofMillis(1)).build()));
      Await.value(two.pause(Use.TOPIC));
      CompletableFuture<Claimed> again = wait(one);
      Await.value(two.resume(Use.TOPIC));
      assertThat(Await.value(again).deliveries()).hasSize(1);
    }
  }

  @Test
  void claimById_isWokenByTheRightMessage() {
    try (Engine one = node("byid:", NOT_SOON);
        Engine two = node("byid:", NOT_SOON)) {
      Await.value(two.put(Put.to(Use.TOPIC).id("other").build()));
      CompletableFuture<Claimed> claim =
          one.claim(Claim.from(Use.TOPIC).id("mine").waiting(Duration.ofMinutes(2)));
      Servers.until("it waits", () -> one.waitingClaims() == 1);
      Await.value(
          two.put(Put.to(Use.TOPIC).id("mine").delay(Duration.ofMillis(20)).build()));

      assertThat(Await.value(claim).messages().get(0).id()).isEqualTo("mine");
    }
  }

  @Test
  void claimer_whoIsNotTold_isServedWhenHeLooks() {
    try (Engine one = node("deaf:", Duration.ofMillis(400));
        Engine two = node("deaf:", Duration.ofMillis(400))) {
      CompletableFuture<Claimed> claim = wait(one);
      Admin.ask(SERVERS.port(0), "ACL", "SETUSER", "default", "resetchannels");
      try {
        Admin.ask(SERVERS.port(0), "CLIENT", "KILL", "TYPE", "pubsub");
        Await.value(two.put(Put.to(Use.TOPIC).id("1").build()));

        assertThat(Await.value(claim).deliveries()).hasSize(1);
      } finally {
        Admin.ask(SERVERS.port(0), "ACL", "SETUSER", "default", "allchannels");
      }
    }
  }

  @Test
  void concurrentPuts_shareCalls() {
    try (Store store = RedisStore.open(RedisConfig.at(SERVERS.url()).prefix("together:"))) {
      Use.put(store, "first");
      Admin.ask(SERVERS.port(0), "CONFIG", "RESETSTAT");
      List<CompletableFuture<?>> puts = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        puts.add(store.put(List.of(Use.message("m" + i))));
      }
      puts.forEach(Await::value);

      String stats = Admin.ask(SERVERS.port(0), "INFO", "commandstats");
      int calls = Integer.parseInt(stats.replaceAll("(?s).*cmdstat_evalsha:calls=(\\d+).*", "$1"));
      assertThat(calls).isLessThan(400);
      assertThat(Use.claim(store, 3_000)).hasSize(2_001);
    }
  }
}
