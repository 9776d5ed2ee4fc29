package io.bide;

import java.time.Instant;
import java.time.InstantSource;

/** The system's clocks: the only place in production code that reads them. */
public final class SystemTime {
  private SystemTime() {}

  /** The wall clock, with all the precision the system has. */
  public static InstantSource clock() {
    return Instant::now;
  }

  /** A clock that never goes back, in nanoseconds, for measuring durations. */
  public static long nanos() {
    return System.nanoTime();
  }
}
