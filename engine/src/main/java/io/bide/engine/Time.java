package io.bide.engine;

import io.bide.SystemTime;
import io.bide.store.Timer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * All that a queue knows of time.
 *
 * @param clock the wall clock: for names and for telling when, never for measuring
 * @param ticker nanoseconds of a clock that never goes back
 */
record Time(Timer timer, InstantSource clock, LongSupplier ticker) {
  static Time system(Timer timer) {
    return new Time(timer, SystemTime.clock(), SystemTime::nanos);
  }

  /** A clock and the timer that goes with it. */
  static Time of(Timer timer, InstantSource clock) {
    return new Time(timer, clock, () -> ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant()));
  }

  Instant now() {
    return clock.instant();
  }

  long nanos() {
    return ticker.getAsLong();
  }
}
