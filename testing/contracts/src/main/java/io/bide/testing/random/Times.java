package io.bide.testing.random;

import java.time.Duration;

/** Makes the durations, due times and backoffs that steps need. */
final class Times {
  private Times() {}

  static Duration shortly(Dice dice) {
    return Duration.ofMillis(dice.pick(1, 300, 700, 1_000, 2_000, 5_000, 20_000));
  }

  static String due(Dice dice, Duration sinceStart) {
    int kind = dice.between(1, 100);
    if (kind <= 12) {
      return "front";
    }
    if (kind <= 50) {
      return "+" + Duration.ZERO;
    }
    if (kind <= 80) {
      return "+" + shortly(dice);
    }
    if (kind <= 92) {
      Duration time = sinceStart.plus(
          Duration.ofNanos(dice.pick(-5_000_000_000L, -1L, 0L, 400_000L, 2_000_000_000L)));
      return "@" + (time.isNegative() ? Duration.ZERO : time);
    }
    return "+" + farAway(dice);
  }

  /** Around the ends of the histogram's buckets. */
  private static Duration farAway(Dice dice) {
    Duration edge = dice.pick(
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofMinutes(30),
        Duration.ofHours(1),
        Duration.ofHours(6),
        Duration.ofDays(1),
        Duration.ofDays(7),
        Duration.ofDays(30));
    return edge.plusMillis(dice.between(-1, 1));
  }

  static String backoff(Dice dice) {
    return switch (dice.between(1, 5)) {
      case 1 -> "immediate";
      case 2 -> "fixed:" + shortly(dice);
      case 3 -> "exponential:PT0.5S:PT3S:0.0";
      case 4 -> "exponential:PT0.7S:PT5S:0.5";
      default -> "schedule:" + shortly(dice) + ":" + shortly(dice);
    };
  }
}
