package io.bide.testing.crash;

import io.bide.CancelResult;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import org.jspecify.annotations.Nullable;

/**
 * A call and its answer. It took effect, if at all, between the lines {@code from} and {@code to} of
 * the history: to its answer, or else to the death of its process.
 *
 * @param before the wall clock in microseconds when it was called
 * @param after the wall clock when it was answered; without an answer the last reading of its process
 * @param reply absent when the process died first
 */
record Op<C extends Call>(
    long number,
    int from,
    int to,
    long before,
    long after,
    C call,
    @Nullable Reply reply) {
  /** What is known of a call. */
  enum Outcome {
    HAPPENED,
    DID_NOT_HAPPEN,
    UNKNOWN
  }

  Outcome outcome() {
    if (reply == null || (reply instanceof Reply.Failed failed && !failed.certain())) {
      return Outcome.UNKNOWN;
    }
    return succeeded(reply) ? Outcome.HAPPENED : Outcome.DID_NOT_HAPPEN;
  }

  private static boolean succeeded(Reply reply) {
    if (reply instanceof Reply.Settled settled) {
      return settled.answer() == SettleResult.Answer.OK;
    }
    if (reply instanceof Reply.Cancelled cancelled) {
      return cancelled.answer() == CancelResult.Answer.CANCELLED;
    }
    if (reply instanceof Reply.Rescheduled rescheduled) {
      return rescheduled.answer() == RescheduleResult.Answer.RESCHEDULED;
    }
    return !(reply instanceof Reply.Failed) && !(reply instanceof Reply.Duplicate);
  }

  boolean happened() {
    return outcome() == Outcome.HAPPENED;
  }

  boolean mayHaveHappened() {
    return outcome() != Outcome.DID_NOT_HAPPEN;
  }

  /** Whether it was over before the other one was called. */
  boolean precedes(Op<?> other) {
    return to < other.from;
  }

  @Override
  public String toString() {
    return "#" + number + " " + call + " -> " + (reply == null ? "unknown" : reply);
  }
}
