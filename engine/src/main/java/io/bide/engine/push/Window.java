package io.bide.engine.push;

import io.bide.Subscription;
import java.time.Duration;

/**
 * How many calls an endpoint gets at a time, by how it does: one that does not answer gets half as many
 * as before, in the end one, and after several in a row none for a while; each success is worth one
 * more. Not thread-safe.
 */
final class Window {
  /** From this many calls in a row without an answer on, the endpoint is left alone for a while. */
  private static final int PATIENCE = 3;

  private static final Duration SHORTEST_REST = Duration.ofMillis(50);
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);
  private static final int MOST_DOUBLINGS = 10;

  private int size = Subscription.MAX_CONCURRENCY;
  private int failures;
  private boolean answers;

  /** How many calls there may be, if so many are allowed. */
  int within(int limit) {
    return Math.min(size, limit);
  }

  /** Whether the last call was answered, however. */
  boolean answers() {
    return answers;
  }

  /**
   * Takes notice of how a call ended; says how long to leave the endpoint alone.
   *
   * @param limit how many calls are allowed
   */
  Duration judge(Post.Result result, int limit) {
    size = Math.min(size, limit);
    answers = result.report().status() != null;
    return switch (result.report().outcome()) {
      case DELIVERED -> {
        failures = 0;
        size = Math.min(size + 1, Subscription.MAX_CONCURRENCY);
        yield Duration.ZERO;
      }
      case REJECTED, GONE -> {
        failures = 0;
        // One that says when to come back has too much to do.
        size = result.retryAfter() == null ? size : half();
        yield Duration.ZERO;
      }
      case TIMED_OUT, UNREACHABLE, FORBIDDEN, UNDELIVERABLE -> {
        failures++;
        size = half();
        yield rest();
      }
    };
  }

  private int half() {
    return Math.max(1, size / 2);
  }

  private Duration rest() {
    if (failures < PATIENCE) {
      return Duration.ZERO;
    }
    int doublings = Math.min(failures - PATIENCE, MOST_DOUBLINGS);
    Duration rest = SHORTEST_REST.multipliedBy(1L << doublings);
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }
}
