package io.bide;

import java.time.Duration;
import java.time.Instant;

/**
 * When a message may be handed out: after a delay, at a time, or now and before all others.
 *
 * <p>The store's clock decides. Fractions of a millisecond are rounded up, so that nothing is ever
 * early. A time in the past means now.
 */
public final class Due {
  private static final long ALMOST_A_MILLISECOND = 999_999;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final Due NOW = new Due(Kind.DELAY, 0);
  private static final Due FRONT = new Due(Kind.FRONT, 0);

  /** How the due time is given. */
  public enum Kind {
    DELAY,
    TIME,
    FRONT
  }

  private final Kind kind;
  private final long millis;

  private Due(Kind kind, long millis) {
    this.kind = kind;
    this.millis = millis;
  }

  public static Due now() {
    return NOW;
  }

  /** Due now, and handed out before everything else; the last one put to the front comes first. */
  public static Due front() {
    return FRONT;
  }

  /**
   * This long after now.
   *
   * @throws BideException with {@link ErrorCode#INVALID} for a negative delay or one over 365,000 days
   */
  public static Due after(Duration delay) {
    return new Due(Kind.DELAY, millisUp(Checks.notNegative("delay", delay)));
  }

  /**
   * At this time.
   *
   * @throws BideException with {@link ErrorCode#INVALID} for a time after the year 9999 or before 1970
   */
  public static Due at(Instant time) {
    if (time.isAfter(LATEST) || time.isBefore(Instant.EPOCH)) {
      throw BideException.invalid(
          "due", "is " + time + "; it must be between " + Instant.EPOCH + " and " + LATEST);
    }
    return new Due(Kind.TIME, millisUp(time));
  }

  public Kind kind() {
    return kind;
  }

  public boolean isFront() {
    return kind == Kind.FRONT;
  }

  /** The delay, or the time since the epoch, in milliseconds; zero for the front. */
  public long millis() {
    return millis;
  }

  /** The due time in epoch milliseconds, given the current time rounded up to milliseconds. */
  public long resolve(long nowRoundedUp) {
    return switch (kind) {
      case DELAY -> nowRoundedUp + millis;
      case TIME -> Math.max(nowRoundedUp, millis);
      case FRONT -> nowRoundedUp;
    };
  }

  /** A duration in milliseconds, rounded up. */
  public static long millisUp(Duration duration) {
    return duration.plusNanos(ALMOST_A_MILLISECOND).toMillis();
  }

  /** A time in epoch milliseconds, rounded up. */
  public static long millisUp(Instant time) {
    return time.plusNanos(ALMOST_A_MILLISECOND).toEpochMilli();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Due that && kind == that.kind && millis == that.millis;
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Long.hashCode(millis);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case DELAY -> "in " + Duration.ofMillis(millis);
      case TIME -> "at " + Instant.ofEpochMilli(millis);
      case FRONT -> "now, at the front";
    };
  }
}
