package io.bide.store.redis;

import io.bide.Due;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The time of one call: Redis's own, unless a test passes another one.
 *
 * @param given the time that is passed
 */
record Moment(@Nullable Instant given) {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  static Moment of(@Nullable InstantSource clock) {
    return new Moment(clock == null ? null : clock.instant());
  }

  /** What scripts are told. */
  void write(Packer out) {
    if (given == null) {
      out.millis(0).millis(0).number(0, 7);
      return;
    }
    int micros = (given.getNano() + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO;
    out.millis(given.toEpochMilli()).millis(Due.millisUp(given));
    out.number(given.getEpochSecond() * MICROS_PER_SECOND + micros, 7);
  }

  /** The time at which a script ran, as precise as the clock is. */
  Instant now(long micros) {
    if (given != null) {
      return given;
    }
    long nanos = micros % MICROS_PER_SECOND * NANOS_PER_MICRO;
    return Instant.ofEpochSecond(micros / MICROS_PER_SECOND, nanos);
  }
}
