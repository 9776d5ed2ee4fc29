package io.bide.testing;

import io.bide.Due;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of one operation.
 *
 * @param instant as precise as the clock is
 * @param down for what is judged or recorded
 * @param up for what is computed for the future, so that nothing is ever early
 */
record Now(Instant instant, long down, long up) {
  static Now of(InstantSource clock) {
    Instant instant = clock.instant();
    return new Now(instant, instant.toEpochMilli(), Due.millisUp(instant));
  }
}
