package io.bide.examples;

import java.time.Duration;

/**
 * What an example is told on the command line.
 *
 * @param speed how many times as fast as in reality
 * @param place where the queue is: see {@link Where#open}
 */
record Arguments(long speed, String place) {
  private static final String DEFAULT_PLACE = "data/examples";

  static Arguments of(String... args) {
    long speed = args.length > 0 ? Long.parseLong(args[0]) : 1;
    return new Arguments(speed, args.length > 1 ? args[1] : DEFAULT_PLACE);
  }

  Duration shortened(Duration time) {
    return time.dividedBy(speed);
  }
}
