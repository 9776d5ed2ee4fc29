package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.ErrorCode;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much is claimed, and when: never more than can be begun, and again after failures. */
class IntakeTest extends WorkerFixture {
  private final Queue<CompletableFuture<Outcome>> running = new ArrayDeque<>();

  private Handler endless() {
    return Handler.async(delivery -> {
      note(delivery);
      CompletableFuture<Outcome> stage = new CompletableFuture<>();
      running.add(stage);
      return stage;
    });
  }

  private void putMany(int count) {
    put(IntStream.range(0, count).mapToObj(i -> "o" + i).toArray(String[]::new));
  }

  @Test
  void claims_askForAsManyAsCanBeBegun() {
    putMany(5);
    start(endless(), TopicOptions.concurrently(3));
    assertThat(handled).containsExactly("o0", "o1", "o2");
    assertThat(state("o3")).isEqualTo(State.READY);

    running.remove().complete(Outcome.done());

    assertThat(handled).containsExactly("o0", "o1", "o2", "o3");
    assertThat(queue.claims).extracting(Claim::max).containsExactly(3, 1);
  }

  @Test
  void claims_askForNoMoreThanTheBatchSize() {
    putMany(5);
    start(noting(), TopicOptions.concurrently(100).batchSize(2));

    assertThat(handled).hasSize(5);
    assertThat(queue.claims).allMatch(claim -> claim.max() == 2);
  }

  @Test
  void prefetch_claimsAheadAndNoMore() {
    putMany(10);
    Worker worker = start(endless(), TopicOptions.concurrently(2).prefetch(4));
    // Two run, four wait here.
    assertThat(handled).containsExactly("o0", "o1");
    assertThat(engine.stats(ORDERS).join().count(State.LEASED)).isEqualTo(6);

    running.remove().complete(Outcome.done());
    assertThat(handled).containsExactly("o0", "o1", "o2");
    assertThat(engine.stats(ORDERS).join().count(State.LEASED)).isEqualTo(5);
    running.remove().complete(Outcome.done());
    assertThat(engine.stats(ORDERS).join().count(State.LEASED)).isEqualTo(6);
    worker.pause();

    assertThat(engine.stats(ORDERS).join().count(State.LEASED)).isEqualTo(2);
    assertThat(peek("o9").attempts()).isZero();
  }

  @Test
  void batches_areNoMoreThanTheConcurrency() {
    putMany(10);
    AtomicInteger calls = new AtomicInteger();
    Queue<Runnable> tasks = new ArrayDeque<>();
    start(builder()
        .executor(tasks::add)
        .topic(
            ORDERS,
            Handler.ofBatch(deliveries -> calls.incrementAndGet()),
            TopicOptions.concurrently(2).batchSize(3)));

    // Neither of the two batches has begun, so nothing more is claimed.
    assertThat(engine.stats(ORDERS).join().count(State.LEASED)).isLessThanOrEqualTo(6);
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }

    assertThat(calls).hasValue(4);
    assertThat(state("o9")).isEqualTo(State.DONE);
  }

  @Test
  void idleWorker_waitsAtTheQueueAndUsesNoThread() {
    AtomicInteger tasks = new AtomicInteger();
    start(builder()
        .executor(task -> tasks.incrementAndGet())
        .topic(ORDERS, noting(), TopicOptions.DEFAULT));

    advance(Duration.ofMinutes(10));

    assertThat(tasks).hasValue(0);
    assertThat(engine.waitingClaims()).isEqualTo(1);
    assertThat(queue.claims).hasSizeBetween(30, 32);
  }

  @Test
  void claim_thatFails_isTriedAgainAfterARestThatGrows() {
    for (int i = 0; i < 3; i++) {
      queue.claimFailures.add(ErrorCode.UNAVAILABLE);
    }
    put("o1");
    start(noting());
    assertThat(queue.claims).hasSize(1);

    advance(Duration.ofMillis(100));
    assertThat(queue.claims).hasSize(2);
    advance(Duration.ofMillis(199));
    assertThat(queue.claims).hasSize(2);
    advance(Duration.ofMillis(1));
    assertThat(handled).isEmpty();
    advance(Duration.ofMillis(400));

    assertThat(handled).containsExactly("o1");
  }

  @Test
  void claims_thatAreSentAwayAtOnce_areNotMadeInACircle() {
    start(noting());
    int before = queue.claims.size();
    engine.stopWaiting();

    advance(Duration.ofSeconds(5));

    assertThat(queue.claims.size() - before).isBetween(2, 10);
  }

  @Test
  void closedQueue_endsTheWorker() {
    Worker worker = start(noting());
    engine.close();
    advance(Duration.ofMinutes(1));
    int before = queue.claims.size();
    advance(Duration.ofMinutes(1));

    assertThat(queue.claims).hasSize(before);
    assertThat(worker.stop(GRACE)).isTrue();
  }

  @Test
  void executor_thatRefuses_givesBackAndIsAskedAgain() {
    AtomicInteger refusals = new AtomicInteger(2);
    put("o1");
    start(builder()
        .executor(task -> {
          if (refusals.getAndDecrement() > 0) {
            throw new RejectedExecutionException("planted");
          }
          task.run();
        })
        .topic(ORDERS, noting(), TopicOptions.DEFAULT));
    assertThat(state("o1")).isEqualTo(State.READY);
    assertThat(peek("o1").attempts()).isZero();

    advance(Duration.ofSeconds(1));

    assertThat(handled).containsExactly("o1");
    assertThat(peek("o1").attempts()).isEqualTo(1);
  }

  @Test
  void manyMessages_atOnce_doNotDeepenTheStack() {
    putMany(3_000);
    start(noting(), TopicOptions.concurrently(1));

    assertThat(handled).hasSize(3_000);
    assertThat(state("o2999")).isEqualTo(State.DONE);
  }

  @Test
  void badOptions_areRefusedByName() {
    assertThatThrownBy(() -> TopicOptions.concurrently(0)).hasMessageContaining("concurrency");
    assertThatThrownBy(() -> TopicOptions.DEFAULT.prefetch(-1)).hasMessageContaining("prefetch");
    assertThatThrownBy(() -> TopicOptions.DEFAULT.batchSize(1_001))
        .hasMessageContaining("batchSize");
    assertThatThrownBy(() -> TopicOptions.DEFAULT.lease(Duration.ZERO))
        .hasMessageContaining("lease");
    assertThatThrownBy(() -> TopicOptions.DEFAULT.longest(SECOND.negated()))
        .hasMessageContaining("longest");
    assertThatThrownBy(() -> builder().poll(Duration.ZERO)).hasMessageContaining("poll");
    assertThatThrownBy(() -> builder().start()).hasMessageContaining("topics");
    assertThatThrownBy(() -> builder().topic("a", delivery -> {}).topic("a", delivery -> {}))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("handler already");
    Worker worker = start(noting());
    assertThatThrownBy(() -> worker.pause(Topic.of("other"))).hasMessageContaining("orders");
  }
}
