package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The queue under test, its clock, and short words for what the tests of the contract do. */
interface QueueBench {
  Topic ORDERS = Topic.of("orders");
  Topic MAILS = Topic.of("mails");
  Duration LONG = Duration.ofMinutes(2);
  Duration MILLI = Duration.ofMillis(1);

  DelayQueue queue();

  ManualClock clock();

  /** How many claims are parked in the queue under test. */
  int parkedClaims();

  default <T> T get(CompletableFuture<T> answer) {
    return Await.value(answer);
  }

  /** The error of a call that must fail. */
  default BideException failure(CompletableFuture<?> answer) {
    try {
      throw new AssertionError("expected a failure, got " + get(answer));
    } catch (BideException e) {
      return e;
    }
  }

  default void advance(Duration by) {
    advanceTo(clock().instant().plus(by));
  }

  /**
   * Moves the clock and lets it stand wherever a task is due, until the queue has dealt with it. Real
   * time does not jump between the store's answer and the alarm that is set by it; nor must this.
   */
  default void advanceTo(Instant target) {
    letItSettle();
    while (clock().next().filter(next -> !next.isAfter(target)).isPresent()) {
      clock().advanceTo(clock().next().orElse(target));
      letItSettle();
    }
    clock().advanceTo(target);
  }

  /** Round trips behind what is under way, and behind what that may have caused. */
  default void letItSettle() {
    for (int i = 0; i < 3; i++) {
      get(queue().purge(Topic.of("settling")));
    }
  }

  default PutResult.Stored put(Put.Builder put) {
    return get(queue().put(put.build())).requireStored();
  }

  default PutResult.Stored put(Topic topic, String id) {
    return put(Put.to(topic).id(id).body(id));
  }

  default PutResult.Stored put(Topic topic, String id, Duration delay) {
    return put(Put.to(topic).id(id).body(id).delay(delay));
  }

  default Claimed claim(Claim claim) {
    return get(queue().claim(claim));
  }

  /** Claims one message that must be there. */
  default Delivery claimOne(Topic topic) {
    List<Delivery> deliveries = claim(Claim.from(topic)).deliveries();
    assertThat(deliveries).as("deliveries").hasSize(1);
    return deliveries.get(0);
  }

  default Receipt receiptOfOne(Topic topic) {
    return claimOne(topic).requireReceipt();
  }

  /** Makes a claim and returns when it is parked. */
  default CompletableFuture<Claimed> park(Claim claim) {
    int before = parkedClaims();
    CompletableFuture<Claimed> answer = queue().claim(claim);
    awaitParked(before + 1);
    return answer;
  }

  default CompletableFuture<Claimed> park(Topic topic) {
    return park(Claim.from(topic).waiting(LONG));
  }

  /** Spins: how long it takes is up to the machine alone, and the test's time-out interrupts it. */
  default void awaitParked(int claims) {
    while (parkedClaims() != claims) {
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError(parkedClaims() + " claims are parked instead of " + claims);
      }
      Thread.onSpinWait();
    }
  }

  /**
   * Asserts that a claim is still waiting. The round trip before it stands in line behind the waiting
   * claim, so whatever was about to happen has happened.
   */
  default void assertWaiting(CompletableFuture<Claimed> answer, Topic topic) {
    assertNothingDue(topic);
    assertThat(answer).isNotDone();
  }

  default void assertNothingDue(Topic topic) {
    assertThat(ids(claim(Claim.from(topic).max(10)))).isEmpty();
  }

  default List<String> ids(Claimed claimed) {
    return claimed.messages().stream().map(Message::id).toList();
  }

  default List<String> ids(CompletableFuture<Claimed> answer) {
    return ids(get(answer));
  }

  default Message peek(Topic topic, String id) {
    return get(queue().peek(topic, id)).orElseThrow();
  }

  default State state(Topic topic, String id) {
    return peek(topic, id).state();
  }

  /** Puts a message, hands it out as often as allowed (once) and lets it die. */
  default void kill(Topic topic, String id) {
    put(Put.to(topic).id(id).body(id).maxAttempts(1));
    Receipt receipt = claim(Claim.from(topic).id(id)).deliveries().get(0).requireReceipt();
    assertThat(get(queue().release(receipt)).state()).isEqualTo(State.DEAD);
  }
}
