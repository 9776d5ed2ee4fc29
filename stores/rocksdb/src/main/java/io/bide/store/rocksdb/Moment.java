package io.bide.store.rocksdb;

import io.bide.Due;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of one operation in epoch milliseconds: rounded down for judging what is due, rounded up
 * for computing what will be, so that nothing is ever early.
 */
record Moment(long now, long up) {
  static Moment of(InstantSource clock) {
    Instant instant = clock.instant();
    return new Moment(instant.toEpochMilli(), Due.millisUp(instant));
  }

  Instant instant() {
    return Instant.ofEpochMilli(now);
  }
}
