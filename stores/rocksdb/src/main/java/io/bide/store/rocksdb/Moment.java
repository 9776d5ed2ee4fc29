package io.bide.store.rocksdb;

import io.bide.Due;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of one operation.
 *
 * @param instant as precise as the clock is, for telling how long it is until something
 * @param now in epoch milliseconds, rounded down for judging what is due
 * @param up rounded up for computing what will be, so that nothing is ever early
 */
record Moment(Instant instant, long now, long up) {
  static Moment of(InstantSource clock) {
    Instant instant = clock.instant();
    return new Moment(instant, instant.toEpochMilli(), Due.millisUp(instant));
  }
}
