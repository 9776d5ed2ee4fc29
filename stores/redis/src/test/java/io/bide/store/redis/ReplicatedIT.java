package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig.Durability;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an answer stands for when it waits for replicas, and what it does not stand for otherwise. */
@Tag("full")
class ReplicatedIT {
  private static final Duration TIMEOUT = Duration.ofMillis(2_500);

  private final RedisProcess master = RedisProcess.start("--repl-diskless-sync-delay", "0");
  private final RedisProcess replica = RedisProcess.start(
      "--replicaof",
      "127.0.0.1",
      Integer.toString(master.port()),
      "--repl-diskless-sync-delay",
      "0");
  private Store replicated;
  private Store async;

  @BeforeEach
  void open() {
    Servers.until(
        "the replica follows",
        () -> Admin.ask(master.port(), "WAIT", "1", "100").equals("1"));
    RedisConfig config = RedisConfig.at(master.url()).timeout(TIMEOUT);
    replicated = RedisStore.open(config.durability(Durability.REPLICATED));
    async = RedisStore.open(config);
  }

  @AfterEach
  void close() {
    replicated.close();
    async.close();
    replica.close();
    master.close();
  }

  private Store afterFailover() {
    master.kill();
    Admin.ask(replica.port(), "REPLICAOF", "NO", "ONE");
    return RedisStore.open(RedisConfig.at(replica.url()));
  }

  private ErrorCode failureOfClaim(Store store) {
    return Use.failure(
        store.claim(Use.TOPIC, List.of(new ClaimRequest(1, 1, null, null)), 1 << 20));
  }

  @Test
  void put_thatWasAnswered_survivesAFailover() {
    for (int i = 0; i < 200; i++) {
      assertThat(Use.put(replicated, "m" + i)).isInstanceOf(PutResult.Stored.class);
    }
    try (Store after = afterFailover()) {
      assertThat(Use.claim(after, 1_000)).hasSize(200);
    }
  }

  @Test
  void put_thatNoReplicaConfirms_isUnknown_andSafeToRepeat() {
    replica.stop(true);
    assertThat(Use.failureOfPut(replicated, "1")).isEqualTo(ErrorCode.UNKNOWN);
    replica.stop(false);

    Use.untilPutSucceeds(replicated, "1", ErrorCode.UNKNOWN);
    assertThat(Use.claim(replicated, 10)).hasSize(1);
  }

  @Test
  void put_withoutWaiting_isAnsweredAndLostInAFailover() {
    Use.put(replicated, "before");
    // The network between the two is cut.
    Admin.ask(replica.port(), "REPLICAOF", "NO", "ONE");
    assertThat(Use.failureOfPut(replicated, "not promised")).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(Use.put(async, "lost")).isInstanceOf(PutResult.Stored.class);

    try (Store after = afterFailover()) {
      assertThat(Use.claim(after, 10))
          .extracting(delivery -> delivery.message().id())
          .containsExactly("before");
    }
  }

  @Test
  void claimAndSettle_thatNoReplicaConfirms_areUnknown() {
    Use.put(replicated, "1");
    Use.put(replicated, "2");
    Delivery delivery = Use.claim(replicated, 1).get(0);
    replica.stop(true);

    assertThat(failureOfClaim(replicated)).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(Use.failure(replicated.settle(List.of(new Settle.Ack(delivery.requireReceipt())))))
        .isEqualTo(ErrorCode.UNKNOWN);
    replica.stop(false);
  }

  @Test
  void answerThatChangesNothing_waitsForTheStateItSpeaksOf() {
    Use.put(replicated, "before");
    replica.stop(true);
    // Another node has stored it, and no replica has it yet.
    Use.put(async, "1");

    assertThat(Use.failureOfPut(replicated, "1")).isEqualTo(ErrorCode.UNKNOWN);
    replica.stop(false);
  }

  /** WAIT promises to wait for writes of its own connection only, so that there has to be one. */
  @Test
  void claimThatFindsNothing_writesSomethingToWaitFor() {
    Use.put(replicated, "1");
    Use.claim(replicated, 1);
    Use.claim(async, 1);
    long before = writes();

    Use.claim(async, 1);
    assertThat(writes()).isEqualTo(before);
    Use.claim(replicated, 1);
    assertThat(writes()).isEqualTo(before + 1);
  }

  /** How often the state of a topic has been written. */
  private long writes() {
    return Admin.ask(master.port(), "INFO", "commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_set:calls="))
        .mapToLong(line ->
            Long.parseLong(line.substring("cmdstat_set:calls=".length(), line.indexOf(','))))
        .findFirst()
        .orElseThrow();
  }
}
