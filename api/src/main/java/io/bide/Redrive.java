package io.bide;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Brings dead letters back to life: due again, with no attempts used.
 *
 * @param state {@link State#DEAD} or {@link State#EXPIRED}
 * @param id only the newest dead letter of this id
 * @param cursor where the redrive before stopped
 * @param limit how many at most
 * @param start when the first of them is due, seen from now
 * @param spacing how much later each further one is due: that is how the rate is limited
 */
public record Redrive(
    Topic topic,
    State state,
    @Nullable String id,
    @Nullable String cursor,
    int limit,
    Duration start,
    Duration spacing) {
  public Redrive {
    if (state != State.DEAD && state != State.EXPIRED) {
      throw BideException.invalid(
          "state", "is " + state + "; only DEAD and EXPIRED can be redriven");
    }
    if (id != null) {
      Checks.lookedUpId("id", id);
    }
    Checks.atLeast("limit", 1, limit);
    Checks.notNegative("start", start);
    Checks.notNegative("spacing", spacing);
  }

  public static Redrive all(Topic topic) {
    return new Redrive(
        topic, State.DEAD, null, null, Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO);
  }

  public static Redrive one(Topic topic, String id) {
    return new Redrive(topic, State.DEAD, id, null, 1, Duration.ZERO, Duration.ZERO);
  }

  public Redrive state(State ended) {
    return new Redrive(topic, ended, id, cursor, limit, start, spacing);
  }

  public Redrive limit(int most) {
    return new Redrive(topic, state, id, cursor, most, start, spacing);
  }

  public Redrive after(@Nullable String from) {
    return new Redrive(topic, state, id, from, limit, start, spacing);
  }

  public Redrive starting(Duration delay) {
    return new Redrive(topic, state, id, cursor, limit, delay, spacing);
  }

  public Redrive spaced(Duration apart) {
    return new Redrive(topic, state, id, cursor, limit, start, apart);
  }

  /** So many a second, the first one now. */
  public Redrive perSecond(int rate) {
    return spaced(Duration.ofNanos(1_000_000_000L / Checks.atLeast("perSecond", 1, rate)));
  }
}
