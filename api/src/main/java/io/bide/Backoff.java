package io.bide;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * How long a released message waits before it may be tried again, when the release itself names no
 * delay. A lease that simply ends is offered again at once, whatever the backoff.
 */
public sealed interface Backoff {
  /** From one second to ten minutes, doubling, without jitter. */
  Backoff DEFAULT = new Exponential(Duration.ofSeconds(1), Duration.ofMinutes(10), 0);

  /**
   * The delay in milliseconds after this many attempts (1 for the first). The jitter is a hash of the
   * id and the attempt, so that every store computes the same delay.
   */
  long delayMillis(String id, int attempts);

  static Backoff immediate() {
    return new Immediate();
  }

  static Backoff fixed(Duration delay) {
    return new Fixed(delay);
  }

  static Backoff exponential(Duration initial, Duration max) {
    return new Exponential(initial, max, 0);
  }

  static Backoff schedule(Duration... delays) {
    return new Schedule(List.of(delays));
  }

  /** Again at once. */
  record Immediate() implements Backoff {
    @Override
    public long delayMillis(String id, int attempts) {
      return 0;
    }
  }

  /** The same delay each time. */
  record Fixed(Duration delay) implements Backoff {
    public Fixed {
      Checks.notNegative("backoff.delay", delay);
    }

    @Override
    public long delayMillis(String id, int attempts) {
      return Due.millisUp(delay);
    }
  }

  /**
   * Doubles with each attempt up to {@code max}.
   *
   * @param jitter the share of the delay, 0 to 1, that is spread: 0.2 gives 80 to 100 percent of it
   */
  record Exponential(Duration initial, Duration max, double jitter) implements Backoff {
    private static final int BUCKETS = 65_536;

    public Exponential {
      Checks.positive("backoff.initial", initial);
      Checks.positive("backoff.max", max);
      if (!(jitter >= 0 && jitter <= 1)) {
        throw BideException.invalid("backoff.jitter", "is " + jitter + "; it must be from 0 to 1");
      }
    }

    @Override
    public long delayMillis(String id, int attempts) {
      long cap = Due.millisUp(max);
      long delay = Due.millisUp(initial);
      for (int i = 1; i < attempts && delay < cap; i++) {
        delay *= 2;
      }
      delay = Math.min(delay, cap);
      return jitter == 0 ? delay : delay - (long) (delay * jitter * spread(id, attempts));
    }

    /** From 0 to 1; small numbers only, so that Lua's doubles give the same result. */
    private static double spread(String id, int attempts) {
      int hash = 7;
      for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash * 31 + (b & 0xff)) % BUCKETS;
      }
      long mixed = (hash * 31_421L + attempts % BUCKETS * 6_927L + 1) % BUCKETS;
      return (double) mixed / BUCKETS;
    }
  }

  /**
   * One delay after each failed attempt, such as 2m, 10m, 10m, 1h, 2h, 6h, 15h. Without a limit of
   * its own it allows one attempt more than it has delays; beyond its end the last delay is repeated.
   */
  record Schedule(List<Duration> delays) implements Backoff {
    public static final int MAX_ENTRIES = 64;

    public Schedule {
      delays = List.copyOf(delays);
      if (delays.isEmpty() || delays.size() > MAX_ENTRIES) {
        throw BideException.invalid(
            "backoff.schedule", "has " + delays.size() + " delays; give 1 to " + MAX_ENTRIES);
      }
      delays.forEach(delay -> Checks.notNegative("backoff.schedule", delay));
    }

    @Override
    public long delayMillis(String id, int attempts) {
      int index = Math.min(Math.max(attempts, 1), delays.size()) - 1;
      return Due.millisUp(delays.get(index));
    }
  }
}
