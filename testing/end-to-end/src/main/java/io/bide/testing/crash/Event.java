package io.bide.testing.crash;

import io.bide.State;
import java.util.List;

/**
 * One line of a history. The order of the lines is an order in real time: a call is written down
 * before it is made, an answer after it came.
 */
sealed interface Event {
  /** A process has opened the queue. */
  record Started(int run) implements Event {}

  /**
   * A call is about to be made.
   *
   * @param at the wall clock in microseconds, read before
   */
  record Invoked(long op, long at, Call call) implements Event {}

  /**
   * The answer came.
   *
   * @param at the wall clock in microseconds, read after
   */
  record Answered(long op, long at, Reply reply) implements Event {}

  /** A message that has ended, as browsing shows it when everything is over. */
  record Listed(
      String topic, String id, State state, int attempts, int maxAttempts, List<String> bodies)
      implements Event {}

  /** Everything that has ended is listed: what is not there is gone. */
  record Complete() implements Event {}

  /** The process died: what it had not been answered has an unknown outcome. */
  record Crashed(boolean powerLoss) implements Event {}
}
