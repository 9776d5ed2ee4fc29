package io.bide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the messages of a topic that are in one state, without changing them.
 *
 * <p>Waiting and ready messages come in the order of {@link Message#next()} (ready ones whose lease
 * ended first), leased ones by the end of their lease, ended ones in the order in which they will be
 * forgotten.
 *
 * @param from only messages whose time is not before this: {@link Message#next()}, or {@link
 *     Message#ended()} of ended ones
 * @param to only messages whose time is before this
 * @param cursor where the page before stopped
 * @param limit how many at most; 1 to 1,000
 * @param bodies whether to show items; without, {@link Message#items()} is empty
 */
public record Browse(
    Topic topic,
    State state,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String cursor,
    int limit,
    boolean bodies) {
  public static final int MAX_LIMIT = 1_000;
  private static final int DEFAULT_LIMIT = 100;

  public Browse {
    Checks.atLeast("limit", 1, limit);
    if (limit > MAX_LIMIT) {
      throw BideException.tooLarge("limit", "is " + limit + "; the most is " + MAX_LIMIT);
    }
  }

  public static Browse of(Topic topic, State state) {
    return new Browse(topic, state, null, null, null, DEFAULT_LIMIT, false);
  }

  public Browse between(@Nullable Instant earliest, @Nullable Instant before) {
    return new Browse(topic, state, earliest, before, cursor, limit, bodies);
  }

  public Browse after(@Nullable String pageCursor) {
    return new Browse(topic, state, from, to, pageCursor, limit, bodies);
  }

  public Browse limit(int most) {
    return new Browse(topic, state, from, to, cursor, most, bodies);
  }

  public Browse withBodies() {
    return new Browse(topic, state, from, to, cursor, limit, true);
  }
}
