package io.bide.engine.push;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many calls may begin now, at so many a second. What was not used is saved up for a tenth of a
 * second. Not thread-safe.
 */
final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SAVED_SECONDS = 0.1;

  private @Nullable Integer perSecond;
  private double saved = 1;
  private long since;

  Pace(long nanos) {
    since = nanos;
  }

  void set(@Nullable Integer rate) {
    perSecond = rate;
  }

  int available(long nanos) {
    if (perSecond == null) {
      return Integer.MAX_VALUE;
    }
    double most = Math.max(1, perSecond * SAVED_SECONDS);
    saved = Math.min(most, saved + (nanos - since) / NANOS_PER_SECOND * perSecond);
    since = nanos;
    return (int) saved;
  }

  void use(int calls) {
    if (perSecond != null) {
      saved -= calls;
    }
  }

  /** When the next call may begin. */
  Duration untilNext() {
    return perSecond == null || saved >= 1
        ? Duration.ZERO
        : Duration.ofNanos((long) ((1 - saved) / perSecond * NANOS_PER_SECOND) + 1);
  }
}
