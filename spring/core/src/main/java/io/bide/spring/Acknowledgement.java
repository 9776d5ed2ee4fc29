package io.bide.spring;

import io.bide.worker.Outcome;
import java.time.Duration;

/**
 * A parameter of a listener that decides itself what becomes of its message, or of all messages of its
 * batch, here or later on another thread. Until it has decided the lease is extended, and the call counts
 * as running. The first decision counts; a method that throws before it has failed.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface Acknowledgement {
  /**
   * Decides.
   *
   * @return false if it was decided before, which then stays
   */
  boolean settle(Outcome outcome);

  /** See {@link Outcome#done}. */
  default boolean done() {
    return settle(Outcome.done());
  }

  /** See {@link Outcome#retry}. */
  default boolean retry() {
    return settle(Outcome.retry());
  }

  /** See {@link Outcome#retryAfter}. */
  default boolean retryAfter(Duration delay) {
    return settle(Outcome.retryAfter(delay));
  }

  /** See {@link Outcome#dead}. */
  default boolean dead() {
    return settle(Outcome.dead());
  }
}
