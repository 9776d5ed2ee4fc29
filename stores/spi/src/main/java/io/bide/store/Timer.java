package io.bide.store;

import java.time.Duration;

/** Runs tasks later, by a clock that never goes back. Thread-safe. */
public interface Timer {
  /**
   * Runs the task once, not before the delay has passed, on a thread of the timer: it must be quick
   * and must not throw.
   *
   * @return takes the task back, if it has not started
   */
  Runnable after(Duration delay, Runnable task);
}
