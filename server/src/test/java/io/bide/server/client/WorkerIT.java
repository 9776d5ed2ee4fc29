package io.bide.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Put;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.client.BideClient;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.MemoryStore;
import io.bide.worker.Handler;
import io.bide.worker.Outcome;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers through the client, real sockets and a server. */
@Timeout(240)
class WorkerIT {
  private static final Topic ORDERS = Topic.of("orders");
  private static final int MESSAGES = 500;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static HttpNode node;

  private final Engine engine =
      Engine.start(new MemoryStore(SystemTime.clock()), EngineConfig.DEFAULT);
  private BideClient client;

  @BeforeAll
  static void openNode() {
    node = new HttpNode();
  }

  @AfterAll
  static void closeNode() {
    node.close();
  }

  private BideClient open() {
    node.serve(() -> engine);
    client = node.client();
    return client;
  }

  @AfterEach
  void close() {
    client.close();
    engine.close();
  }

  private void put(int messages) {
    List<Put> puts = IntStream.range(0, messages)
        .mapToObj(i -> Put.to(ORDERS).id("m" + i).build())
        .toList();
    assertThat(engine.put(puts).join()).allMatch(result -> result.stored());
  }

  @Test
  void everyMessage_isHandledAndAcknowledged_alsoThoseThatFailFirst() throws Exception {
    Map<String, Integer> handled = new ConcurrentHashMap<>();
    CountDownLatch done = new CountDownLatch(MESSAGES);
    put(MESSAGES);
    Worker worker = Worker.builder(open())
        .topic(
            ORDERS,
            Handler.deciding(delivery -> {
              int times = handled.merge(delivery.message().id(), 1, Integer::sum);
              if (times == 1 && delivery.message().id().endsWith("7")) {
                return Outcome.retryAfter(Duration.ofMillis(1));
              }
              done.countDown();
              return Outcome.done();
            }),
            TopicOptions.concurrently(16).lease(Duration.ofMinutes(10)))
        .start();
    done.await();

    assertThat(worker.stop(Duration.ofSeconds(60))).isTrue();
    assertThat(engine.stats(ORDERS).join().count(State.DONE)).isEqualTo(MESSAGES);
    assertThat(handled.values()).allMatch(times -> times <= 2);
  }

  @Test
  void outcomes_arriveAsTheyWereSaid() throws Exception {
    CountDownLatch all = new CountDownLatch(3);
    Map<String, Outcome> outcomes = Map.of(
        "m0", Outcome.dead(),
        "m1", Outcome.notNow(Duration.ofHours(1)),
        "m2", Outcome.retryAfter(Duration.ofHours(1)));
    put(3);
    Worker worker = Worker.builder(open())
        .topic(
            ORDERS,
            Handler.deciding(delivery -> {
              all.countDown();
              return outcomes.get(delivery.message().id());
            }),
            TopicOptions.DEFAULT)
        .start();
    all.await();
    assertThat(worker.stop(Duration.ofSeconds(60))).isTrue();

    assertThat(engine.peek(ORDERS, "m0").join().orElseThrow().state()).isEqualTo(State.DEAD);
    assertThat(engine.peek(ORDERS, "m1").join().orElseThrow().attempts()).isZero();
    assertThat(engine.peek(ORDERS, "m2").join().orElseThrow().attempts()).isEqualTo(1);
    assertThat(engine.stats(ORDERS).join().count(State.WAITING)).isEqualTo(2);
  }

  @Test
  void stoppedWorker_leavesNoClaimBehind() throws Exception {
    CompletableFuture<String> handled = new CompletableFuture<>();
    Worker worker = Worker.builder(open())
        .topic("orders", delivery -> handled.complete(delivery.message().id()))
        .start();
    put(1);
    assertThat(handled.get()).isEqualTo("m0");

    assertThat(worker.stop(Duration.ofSeconds(60))).isTrue();
    while (engine.waitingClaims() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    engine.put(Put.to(ORDERS).id("later").build()).join();

    State state = stateOf("later");
    while (state == State.WAITING) { // It is due in the next millisecond.
      LockSupport.parkNanos(LOOK_NANOS);
      state = stateOf("later");
    }
    assertThat(state).isEqualTo(State.READY);
  }

  private State stateOf(String id) {
    return engine.peek(ORDERS, id).join().orElseThrow().state();
  }
}
