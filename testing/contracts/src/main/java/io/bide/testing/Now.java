package io.bide.testing;

import io.bide.Due;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of one operation.
 *
 * @param down for what is judged or recorded
 * @param up for what is computed for the future, so that nothing is ever early
 */
record Now(long down, long up) {
  static Now of(InstantSource clock) {
    Instant instant = clock.instant();
    return new Now(instant.toEpochMilli(), Due.millisUp(instant));
  }
}
