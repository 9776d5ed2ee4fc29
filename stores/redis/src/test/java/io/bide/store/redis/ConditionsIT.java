package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.bide.testing.redis.RedisProcess.Version;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every condition of a single server is told for what it is. */
@Tag("full")
class ConditionsIT {
  private static final Duration TIMEOUT = Duration.ofMillis(1_500);

  private RedisProcess redis;
  private Store store;

  Version version() {
    return Version.V7_0;
  }

  @BeforeEach
  void start() {
    redis = RedisProcess.durable(version());
    store = RedisStore.open(RedisConfig.at(redis.url()).timeout(TIMEOUT));
  }

  @AfterEach
  void stop() {
    store.close();
    redis.close();
  }

  private String ask(String... command) {
    return Admin.ask(redis.port(), command);
  }

  @Test
  void open_whileRedisIsDown_saysSo() {
    redis.kill();

    assertThatThrownBy(
            () -> RedisStore.open(RedisConfig.at("redis://me:secret@127.0.0.1:" + redis.port())))
        .isInstanceOfSatisfying(BideException.class, e -> {
          assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
          assertThat(e)
              .hasMessageContaining("127.0.0.1:" + redis.port())
              .hasMessageContaining("Is it running");
          assertThat(e.getMessage()).doesNotContain("secret");
        });
    redis.run();
  }

  @Test
  void restart_keepsMessagesAndNeedsNoHelp() {
    Use.put(store, "1");
    Delivery delivery = Use.claim(store, 1).get(0);
    redis.kill();

    Servers.until(
        "calls fail at once", () -> Use.failureOfPut(store, "2") == ErrorCode.UNAVAILABLE);
    assertThat(Use.failure(store.ping())).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(Use.failure(store.peek(Use.TOPIC, "1"))).isEqualTo(ErrorCode.UNAVAILABLE);

    redis.run();
    Use.untilPutSucceeds(store, "2", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.ack(store, delivery).ok()).isTrue();
    assertThat(Use.claim(store, 10)).hasSize(1);
  }

  @Test
  void scriptFlush_isNotNoticed() {
    ask("SCRIPT", "FLUSH");

    assertThat(Use.put(store, "1")).isInstanceOf(PutResult.Stored.class);
    assertThat(Use.ack(store, Use.claim(store, 1).get(0)).ok()).isTrue();
  }

  @Test
  void clientKill_isSurvived() {
    Use.put(store, "1");
    ask("CLIENT", "KILL", "TYPE", "normal");
    ask("CLIENT", "KILL", "TYPE", "pubsub");

    Use.untilPutSucceeds(store, "2", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.claim(store, 10)).hasSize(2);
  }

  @Test
  void callInFlight_whenTheConnectionIsLost_isUnknown() {
    try (Admin busy = new Admin(redis.port())) {
      busy.send("DEBUG", "SLEEP", "0.3");
      var put = store.put(List.of(Use.message("1")));
      redis.kill();

      assertThat(Use.failure(put)).isEqualTo(ErrorCode.UNKNOWN);
    }
    redis.run();
    // Whether it happened or not, with the same token it happens once.
    Use.untilPutSucceeds(store, "1", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.claim(store, 10)).hasSize(1);
  }

  @Test
  void callInFlight_whenTheConnectionIsLost_isNotSentAgain() {
    Use.put(store, "1");
    Use.untilReady(store, Use.TOPIC);
    ask("CLIENT", "PAUSE", "600000", "WRITE");
    var claim = store.claim(Use.TOPIC, List.of(new ClaimRequest(1, 1, null, null)), 1 << 20);
    Servers.until(
        "the claim has arrived", () -> ask("INFO", "clients").contains("blocked_clients:1"));
    ask("CLIENT", "KILL", "TYPE", "normal");

    assertThat(Use.failure(claim)).isEqualTo(ErrorCode.UNKNOWN);
    ask("CLIENT", "UNPAUSE");
    Use.untilPutSucceeds(store, "2", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.claim(store, 10)).hasSize(2);
  }

  @Test
  void callThatTakesTooLong_isUnknown_andNotSentTwice() {
    try (Admin busy = new Admin(redis.port())) {
      busy.send("DEBUG", "SLEEP", "3");
      assertThat(Use.failureOfPut(store, "1")).isEqualTo(ErrorCode.UNKNOWN);
    }
    Use.untilPutSucceeds(store, "1", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.claim(store, 10)).hasSize(1);
  }

  @Test
  void noMemory_refusesPutsAndLetsTheRestGoOn() {
    for (int i = 0; i < 6; i++) {
      Use.put(store, "m" + i);
    }
    List<Delivery> before = Use.claim(store, 1);
    ask("CONFIG", "SET", "maxmemory", "1");

    assertThatThrownBy(() -> Use.put(store, "more"))
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FULL));
    assertThat(Use.ack(store, before.get(0)).ok()).isTrue();
    List<Delivery> claimed = Use.claim(store, 3);
    assertThat(claimed).hasSize(3);
    assertThat(Use.ack(store, claimed.get(0)).ok()).isTrue();
    assertThat(release(claimed.get(1)).ok()).isTrue();
    assertThat(Use.cancel(store, "m5").answer()).isEqualTo(CancelResult.Answer.CANCELLED);
    assertThat(Await.value(store.sweep(100))).isNotNull();
    assertThat(Await.value(store.stats(Use.TOPIC))).isNotNull();
    assertThat(Use.failureOfPut(store, "m4 again")).isEqualTo(ErrorCode.STORE_FULL);

    ask("CONFIG", "SET", "maxmemory", "0");
    assertThat(Use.put(store, "more")).isInstanceOf(PutResult.Stored.class);
  }

  private SettleResult release(Delivery delivery) {
    return Await.value(store.settle(List.of(new Settle.Release(delivery.requireReceipt(), null))))
        .get(0);
  }

  @Test
  void noMemory_refusesAPutAlsoWhenThereAreDeathsToWriteDown() {
    Await.value(
        store.put(List.of(Put.to(Use.TOPIC).id("dies").ttl(Duration.ofMillis(1)).build())));
    ask("CONFIG", "SET", "maxmemory", "1");

    assertThat(Use.failureOfPut(store, "more")).isEqualTo(ErrorCode.STORE_FULL);
  }

  @Test
  void replica_refusesWrites() {
    try (RedisProcess master = RedisProcess.start(version())) {
      ask("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));

      assertThat(Use.failureOfPut(store, "1")).isEqualTo(ErrorCode.UNAVAILABLE);
      ask("REPLICAOF", "NO", "ONE");
      Use.untilPutSucceeds(store, "1", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    }
  }

  @Test
  void tooFewReplicas_refuseWrites() {
    ask("CONFIG", "SET", "min-replicas-to-write", "1");

    assertThat(Use.failureOfPut(store, "1")).isEqualTo(ErrorCode.UNAVAILABLE);
    ask("CONFIG", "SET", "min-replicas-to-write", "0");
    assertThat(Use.put(store, "1")).isInstanceOf(PutResult.Stored.class);
  }

  @Test
  void loading_isUnavailable() {
    Use.put(store, "1");
    try (Admin admin = new Admin(redis.port())) {
      admin.ask("DEBUG", "POPULATE", "200000", "filler", "100");
      admin.ask("CONFIG", "SET", "key-load-delay", "50");
      admin.ask("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
      admin.send("DEBUG", "RELOAD");

      Servers.until(
          "Redis is loading",
          () -> Use.failureOfPut(store, "2") == ErrorCode.UNAVAILABLE
              || Use.failureOfPut(store, "2") == ErrorCode.UNKNOWN);
    }
    Use.untilPutSucceeds(store, "3", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
  }

  @Test
  void busyWithAnotherScript_isUnavailable() {
    ask("CONFIG", "SET", "lua-time-limit", "50");
    try (Admin busy = new Admin(redis.port())) {
      busy.send("EVAL", "while true do end", "0");
      Servers.until("Redis is busy", () -> Use.failureOfPut(store, "1") == ErrorCode.UNAVAILABLE);
      ask("SCRIPT", "KILL");
    }
    Use.untilPutSucceeds(store, "1", ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
    assertThat(Use.claim(store, 10)).hasSize(1);
  }

  @Test
  void damagedState_isLoudAndStays() {
    Use.put(store, "1");
    for (String garbage : List.of("\tgarbage that is long enough to be read", "short")) {
      ask("HSET", "bide:{default:orders:0}:newest", "1", garbage);

      assertThat(Use.failure(store.peek(Use.TOPIC, "1"))).isEqualTo(ErrorCode.CORRUPT);
      assertThat(ask("HGET", "bide:{default:orders:0}:newest", "1")).isEqualTo(garbage);
    }
  }
}
