package io.bide.dialect.camellia;

import io.bide.Topic;
import java.time.Duration;

/**
 * What holds when a client does not say otherwise, and what is the most. The defaults are those of the
 * original.
 *
 * @param namespace where the topics of clients are
 * @param ttl how long after its trigger time a message may be pulled
 * @param maxRetry how often a message is handed out again
 * @param ackTimeout how long a client has to acknowledge
 * @param retention how long a message that has ended can be looked at
 * @param polling how long a long poll waits
 * @param maxWait how long it may wait
 * @param maxBatch how many messages one pull gets
 * @param maxPage how many topics the queue lists at once
 */
public record Config(
    String namespace,
    Duration ttl,
    int maxRetry,
    Duration ackTimeout,
    Duration retention,
    Duration polling,
    Duration maxWait,
    int maxBatch,
    int maxPage) {
  public static final Duration DEFAULT_TTL = Duration.ofHours(1);
  public static final int DEFAULT_MAX_RETRY = 10;
  public static final Duration DEFAULT_ACK_TIMEOUT = Duration.ofSeconds(30);
  public static final Duration DEFAULT_RETENTION = Duration.ofMinutes(5);
  public static final Duration DEFAULT_POLLING = Duration.ofSeconds(10);

  /** The longest time that a queue takes; nobody lives to see the difference. */
  static final Duration LONGEST = Duration.ofDays(365_000);

  /**
   * The defaults of the original.
   *
   * @param maxWait how long a claim of the queue may wait
   * @param maxBatch how many messages a claim of the queue may ask for
   * @param maxPage how many topics the queue lists at once
   */
  public static Config within(Duration maxWait, int maxBatch, int maxPage) {
    return new Config(
        Topic.DEFAULT_NAMESPACE,
        DEFAULT_TTL,
        DEFAULT_MAX_RETRY,
        DEFAULT_ACK_TIMEOUT,
        DEFAULT_RETENTION,
        DEFAULT_POLLING,
        maxWait,
        maxBatch,
        maxPage);
  }

  /** The topic of this name. */
  Topic topic(String name) {
    return Topic.of(namespace, name);
  }
}
