package io.bide.bench.http;

import java.io.IOException;

/** One of those that are compared with each other. */
@FunctionalInterface
interface Contestant {
  /** Works for so many seconds. */
  void turn(double seconds, Tally tally) throws IOException;
}
