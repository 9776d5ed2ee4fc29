package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DeliveryMode;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.State;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Pausing, removing, stopping: nothing further is taken, nothing is lost. */
class StoppingTest extends WorkerFixture {
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  /** A worker whose handlers begin when the test says so. */
  private Worker startSlow(TopicOptions options) {
    return start(builder().executor(tasks::add).topic(ORDERS, noting(), options));
  }

  @Test
  void stoppedWorker_takesNoFurtherMessage() {
    Worker worker = start(noting());
    assertThat(worker.stop(GRACE)).isTrue();

    put("o1");
    advance(Duration.ofMinutes(1));

    assertThat(handled).isEmpty();
    assertThat(engine.waitingClaims()).isZero();
    assertThat(state("o1")).isEqualTo(State.READY);
  }

  @Test
  void stop_givesBackWhatHasNotBegun_withItsAttempts() {
    put("o1", "o2");
    Worker worker = startSlow(TopicOptions.DEFAULT);
    assertThat(state("o1")).isEqualTo(State.LEASED);

    assertThat(worker.stop(GRACE)).isTrue();
    tasks.forEach(Runnable::run);

    assertThat(handled).isEmpty();
    assertThat(state("o1")).isEqualTo(State.READY);
    assertThat(peek("o1").attempts()).isZero();
    assertThat(peek("o2").attempts()).isZero();
  }

  @Test
  void stop_givesBackWhatAnAtMostOnceTopicHandedOut() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    put(Put.to(ORDERS).id("o1").body("text"));
    Worker worker = startSlow(TopicOptions.DEFAULT);
    assertThat(state("o1")).isEqualTo(State.DONE);

    assertThat(worker.stop(GRACE)).isTrue();

    assertThat(state("o1")).isEqualTo(State.READY);
    assertThat(peek("o1").body().asText()).isEqualTo("text");
  }

  @Test
  void stop_waitsForHandlersAndTheirAcknowledgements() throws Exception {
    CompletableFuture<Outcome> stage = new CompletableFuture<>();
    Worker worker = start(Handler.async(delivery -> stage));
    put("o1");
    queue.holdSettles = true;
    CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    Thread stopper = new Thread(() -> stopped.complete(worker.stop(GRACE)), "bide-test-stopper");
    stopper.start();

    assertThat(stopped).isNotDone();
    stage.complete(Outcome.done());
    assertThat(stopped).isNotDone();
    queue.answerAll();

    stopper.join();
    assertThat(stopped.join()).isTrue();
    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void claim_thatIsAnsweredAfterTheStop_isGivenBack() throws Exception {
    queue.holdClaims = true;
    put("o1");
    Worker worker = start(noting());
    worker.pause();
    assertThat(state("o1")).isEqualTo(State.LEASED);
    CompletableFuture<Void> removed = worker.remove(ORDERS);
    assertThat(removed).isNotDone();

    queue.answerAll();

    assertThat(removed).isCompleted();
    assertThat(handled).isEmpty();
    assertThat(state("o1")).isEqualTo(State.READY);
    assertThat(peek("o1").attempts()).isZero();
  }

  @Test
  void stop_thatCannotGiveBack_triesAgain() throws Exception {
    put("o1");
    Worker worker = startSlow(TopicOptions.DEFAULT);
    queue.unclaimFailures.add(ErrorCode.UNAVAILABLE);
    CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    Thread stopper = new Thread(() -> stopped.complete(worker.stop(GRACE)), "bide-test-stopper");
    stopper.start();
    while (!stopped.isDone()) {
      advance(Duration.ofMillis(50));
      Thread.onSpinWait();
    }
    stopper.join();

    assertThat(stopped.join()).isTrue();
    assertThat(state("o1")).isEqualTo(State.READY);
  }

  @Test
  void handler_thatDoesNotEndInTime_isInterruptedAndItsMessageComesBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    put("o1");
    Worker worker = Worker.builder(queue)
        .topic("orders", delivery -> {
          begun.countDown();
          never.await();
        })
        .start();
    begun.await();

    assertThat(worker.stop(Duration.ofMillis(50))).isFalse();

    // The handler gave up when it was interrupted: its message has been released.
    assertThat(peek("o1").attempts()).isEqualTo(1);
    assertThat(state("o1")).isEqualTo(State.WAITING);
  }

  @Test
  void handler_thatIgnoresTheEnd_isLeftToItsLease() {
    CompletableFuture<Outcome> never = new CompletableFuture<>();
    Worker worker = start(Handler.async(delivery -> never));
    put("o1");

    assertThat(worker.stop(Duration.ofMillis(10))).isFalse();
    assertThat(state("o1")).isEqualTo(State.LEASED);
    advance(LEASE);

    assertThat(state("o1")).isEqualTo(State.READY);
  }

  @Test
  void pausedWorker_takesNothingUntilItIsResumed() {
    Worker worker = start(builder()
        .topic(ORDERS, noting(), TopicOptions.DEFAULT)
        .topic(MAILS, noting(), TopicOptions.DEFAULT));
    worker.pause(ORDERS);
    put("o1");
    put(Put.to(MAILS).id("m1"));
    assertThat(handled).containsExactly("m1");

    worker.pause();
    put(Put.to(MAILS).id("m2"));
    assertThat(handled).containsExactly("m1");
    worker.resume(MAILS);
    assertThat(handled).containsExactly("m1", "m2");
    worker.resume();

    assertThat(handled).containsExactly("m1", "m2", "o1");
  }

  @Test
  void pause_givesBackWhatHasNotBegun() {
    put("o1", "o2", "o3");
    Worker worker = startSlow(TopicOptions.DEFAULT);

    worker.pause();
    assertThat(peek("o3").attempts()).isZero();
    tasks.remove().run();
    assertThat(handled).isEmpty();
    worker.resume();
    tasks.remove().run();

    assertThat(handled).containsExactly("o1", "o2", "o3");
  }

  @Test
  void removedTopic_takesNoFurtherMessageAndTheOthersGoOn() {
    Worker worker = start(builder()
        .topic(ORDERS, noting(), TopicOptions.DEFAULT)
        .topic(MAILS, noting(), TopicOptions.DEFAULT));

    assertThat(worker.remove(ORDERS)).isCompleted();
    put("o1");
    put(Put.to(MAILS).id("m1"));

    assertThat(handled).containsExactly("m1");
    assertThat(worker.running(ORDERS)).isZero();
  }

  @Test
  void removedTopic_letsItsHandlersFinish() {
    CompletableFuture<Outcome> stage = new CompletableFuture<>();
    Worker worker = start(Handler.async(delivery -> stage));
    put("o1");
    CompletableFuture<Void> removed = worker.remove(ORDERS);
    assertThat(removed).isNotDone();
    assertThat(worker.running()).isEqualTo(1);

    stage.complete(Outcome.done());

    assertThat(removed).isCompleted();
    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void stop_twice_isTheSameAsOnce() {
    Worker worker = start(noting());
    assertThat(worker.stop(GRACE)).isTrue();
    assertThat(worker.stop(GRACE)).isTrue();
    worker.close();
  }
}
