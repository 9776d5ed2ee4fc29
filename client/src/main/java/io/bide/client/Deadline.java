package io.bide.client;

import io.bide.SystemTime;
import java.time.Duration;

/**
 * When a call must have its answer, on a clock that never goes back.
 *
 * @param nanos of {@link SystemTime#nanos()}
 */
record Deadline(long nanos) {
  /** More than anybody waits, and no more than fits into nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  static Deadline in(Duration time) {
    Duration bounded = time.compareTo(LONGEST) > 0 ? LONGEST : time;
    return new Deadline(SystemTime.nanos() + bounded.toNanos());
  }

  /** How much time is left; zero or less when it is over. */
  long left() {
    return nanos - SystemTime.nanos();
  }

  Deadline earlier(Deadline other) {
    return nanos - other.nanos <= 0 ? this : other;
  }
}
