package io.bide.worker;

import io.bide.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time of a clock that stands still until it is moved. */
record ManualTiming(ManualClock clock) implements Timing {
  @Override
  public long nanos() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
  }

  @Override
  public Runnable after(Duration delay, Runnable task) {
    return clock.after(delay, task);
  }

  @Override
  public void close() {
    // What is left never happens: nobody moves the clock.
  }
}
