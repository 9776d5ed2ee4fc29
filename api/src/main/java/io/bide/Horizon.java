package io.bide;

import java.time.Duration;

/** How far away a waiting message is. A bucket includes its lower bound and excludes its upper one. */
public enum Horizon {
  MINUTE_1(Duration.ofMinutes(1)),
  MINUTES_10(Duration.ofMinutes(10)),
  MINUTES_30(Duration.ofMinutes(30)),
  HOUR_1(Duration.ofHours(1)),
  HOURS_6(Duration.ofHours(6)),
  DAY_1(Duration.ofDays(1)),
  DAYS_7(Duration.ofDays(7)),
  DAYS_30(Duration.ofDays(30)),
  LATER(Duration.ofDays(365_000));

  private final Duration end;

  Horizon(Duration end) {
    this.end = end;
  }

  /** The upper bound of the bucket, seen from now; the lower one is the previous bucket's. */
  public Duration end() {
    return end;
  }
}
