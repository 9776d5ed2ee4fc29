package io.bide.client;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ids, tokens and tickets. All of one client share a random name of its own, so that those of
 * different clients are never the same. Thread-safe.
 *
 * <p>An id is 13 digits of time (milliseconds and a number within the millisecond) and 12 of the
 * client's name, so that ids sort in the order in which they were made.
 */
final class Names {
  private static final int RADIX = 32;
  private static final int TIME_DIGITS = 13;
  private static final int NAME_BITS = 60;
  private static final int NAME_DIGITS = 12;
  private static final int NUMBER_BITS = 16;

  private final SecureRandom random = new SecureRandom();
  private final InstantSource clock;
  private final String client;
  private final AtomicLong lastTime = new AtomicLong();
  private final AtomicLong tokens = new AtomicLong();

  Names(InstantSource clock) {
    this.clock = clock;
    this.client = name();
  }

  /** A new id, after all that were made before. */
  String id() {
    long now = clock.millis() << NUMBER_BITS;
    // More than fit into a millisecond, or a clock that was set back, run ahead of the time.
    long time = lastTime.updateAndGet(last -> Math.max(last + 1, now));
    return digits(time, TIME_DIGITS) + client;
  }

  String token() {
    return client + Long.toString(tokens.incrementAndGet(), RADIX);
  }

  /** Something that nobody can guess. */
  String ticket() {
    return name() + name();
  }

  private String name() {
    return digits(random.nextLong() >>> (Long.SIZE - NAME_BITS), NAME_DIGITS);
  }

  private static String digits(long number, int count) {
    String digits = Long.toString(number, RADIX);
    return "0".repeat(count - digits.length()) + digits;
  }
}
