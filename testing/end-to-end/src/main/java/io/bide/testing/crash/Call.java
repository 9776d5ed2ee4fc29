package io.bide.testing.crash;

import io.bide.Receipt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was asked of the queue. Durations are in milliseconds, zero means: not given. */
sealed interface Call {
  /** How a put joins a live message. */
  enum Merge {
    NONE,
    KEEP,
    MOVE
  }

  /**
   * A put of one message or item. No two puts have the same body, except repetitions of one put,
   * which have the same token: so the body says which put a delivery comes from.
   */
  record Put(
      String topic,
      @Nullable String id,
      String body,
      @Nullable String token,
      Merge merge,
      long delay,
      long ttl,
      int maxAttempts)
      implements Call {}

  /** A claim of the topics, or of one id. */
  record Claim(
      List<String> topics, @Nullable String id, int max, int maxItems, long lease, long waitUpTo)
      implements Call {}

  /**
   * What a claimer does with what it was handed.
   *
   * @param millis the delay of a release, -1 for the backoff; the lease of an extension
   */
  record Settle(Kind kind, Receipt receipt, long millis) implements Call {
    static final long BACKOFF = -1;

    /** How it is settled. */
    enum Kind {
      ACK,
      RELEASE,
      EXTEND
    }
  }

  /** A cancel, with {@code voids} also of a leased message. */
  record Cancel(String topic, String id, boolean voids) implements Call {}

  /** A reschedule to this long after now. */
  record Reschedule(String topic, String id, long delay) implements Call {}

  /** The counts of a topic; asked when everything is over. */
  record Stats(String topic) implements Call {}
}
