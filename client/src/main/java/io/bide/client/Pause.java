package io.bide.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long to wait before something is tried again: 50 ms, doubling up to a second, each shortened at
 * random by up to half, so that many clients do not come back together.
 */
final class Pause {
  private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_DOUBLINGS = 5;

  private Pause() {}

  /** In nanoseconds, before the n-th time it is tried again; the first is 1. */
  static long before(int again) {
    long whole = Math.min(LONGEST, FIRST << Math.min(again - 1, MAX_DOUBLINGS));
    return whole - ThreadLocalRandom.current().nextLong(whole / 2);
  }
}
