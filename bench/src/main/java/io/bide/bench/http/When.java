package io.bide.bench.http;

/**
 * When the messages of a put are due.
 *
 * @param millis a delay, or a time since the epoch; of no meaning for a random one
 */
record When(Kind kind, long millis) {
  /** How it is given. */
  enum Kind {
    AFTER,
    AT,
    RANDOM
  }

  /** Due as soon as it is there. */
  static final When NOW = new When(Kind.AFTER, 0);

  /** Due so late that it does not matter. */
  static final When TOMORROW = new When(Kind.AFTER, 86_400_000);

  /** Due in 1 to 5 s. */
  static final When SOON = new When(Kind.RANDOM, 0);

  static When at(long epochMillis) {
    return new When(Kind.AT, epochMillis);
  }
}
