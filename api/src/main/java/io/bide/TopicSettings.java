package io.bide;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the messages of a topic unless they say otherwise themselves.
 *
 * <p>The time to live and the attempts of a message are fixed when it is put; everything else applies
 * at the moment it is used, so that a change is felt at once.
 *
 * @param lease how long a claimer has; 30 s by default
 * @param ttl how long after its due time a message may be handed out; unlimited by default
 * @param maxAttempts how often a message is handed out; left out, 16, or what a backoff schedule needs
 * @param backoff when a released message is tried again; by default 1 s doubling up to 10 min
 * @param retention how long DONE, EXPIRED and CANCELLED are remembered; 5 min by default
 * @param deadRetention how long DEAD is kept, with its body; 7 days by default
 * @param keepBodies whether DONE, EXPIRED and CANCELLED keep their bodies; no by default
 * @param deathNotices whether a message that dies or expires puts a notice into {@link
 *     Topic#deathNotices()}; no by default
 * @param partitions over how many partitions a store that has them spreads the topic; 1 by default
 */
public record TopicSettings(
    Duration lease,
    @Nullable Duration ttl,
    @Nullable Integer maxAttempts,
    Backoff backoff,
    Duration retention,
    Duration deadRetention,
    boolean keepBodies,
    boolean deathNotices,
    DeliveryMode delivery,
    int partitions) {
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);
  public static final int DEFAULT_MAX_ATTEMPTS = 16;
  public static final Duration DEFAULT_RETENTION = Duration.ofMinutes(5);
  public static final Duration DEFAULT_DEAD_RETENTION = Duration.ofDays(7);
  public static final int MAX_PARTITIONS = 1_024;
  public static final TopicSettings DEFAULT = new TopicSettings(
      DEFAULT_LEASE,
      null,
      null,
      Backoff.DEFAULT,
      DEFAULT_RETENTION,
      DEFAULT_DEAD_RETENTION,
      false,
      false,
      DeliveryMode.AT_LEAST_ONCE,
      1);

  public TopicSettings {
    Checks.positive("lease", lease);
    if (ttl != null) {
      Checks.positive("ttl", ttl);
    }
    if (maxAttempts != null) {
      Checks.atLeast("maxAttempts", 1, maxAttempts);
    }
    Checks.notNegative("retention", retention);
    Checks.notNegative("deadRetention", deadRetention);
    Checks.atLeast("partitions", 1, partitions);
    if (partitions > MAX_PARTITIONS) {
      throw BideException.tooLarge(
          "partitions", "is " + partitions + "; the most is " + MAX_PARTITIONS);
    }
  }

  /** How often this put may be handed out: its own word, its schedule's, then the topic's. */
  public int maxAttemptsFor(Put put) {
    if (put.maxAttempts() != null) {
      return put.maxAttempts();
    }
    if (put.backoff() instanceof Backoff.Schedule own) {
      return own.delays().size() + 1;
    }
    if (maxAttempts != null) {
      return maxAttempts;
    }
    return backoff instanceof Backoff.Schedule schedule
        ? schedule.delays().size() + 1
        : DEFAULT_MAX_ATTEMPTS;
  }

  /** How long this put may be handed out after its due time. */
  public @Nullable Duration ttlFor(Put put) {
    return put.ttl() != null ? put.ttl() : ttl;
  }

  /** Whether a message that ends in this state is kept like a dead letter, body included. */
  public boolean keepsAsDead(State ended) {
    return ended == State.DEAD || (ended == State.EXPIRED && deathNotices);
  }

  public boolean keepsBodyOf(State ended) {
    return keepBodies || keepsAsDead(ended);
  }

  public Duration retentionOf(State ended) {
    return keepsAsDead(ended) ? deadRetention : retention;
  }

  public Builder change() {
    return new Builder(this);
  }

  public static Builder builder() {
    return new Builder(DEFAULT);
  }

  /** Collects settings, starting from others. Not thread-safe. */
  public static final class Builder {
    private Duration lease;
    private @Nullable Duration ttl;
    private @Nullable Integer maxAttempts;
    private Backoff backoff;
    private Duration retention;
    private Duration deadRetention;
    private boolean keepBodies;
    private boolean deathNotices;
    private DeliveryMode delivery;
    private int partitions;

    private Builder(TopicSettings from) {
      lease = from.lease;
      ttl = from.ttl;
      maxAttempts = from.maxAttempts;
      backoff = from.backoff;
      retention = from.retention;
      deadRetention = from.deadRetention;
      keepBodies = from.keepBodies;
      deathNotices = from.deathNotices;
      delivery = from.delivery;
      partitions = from.partitions;
    }

    public Builder lease(Duration value) {
      lease = value;
      return this;
    }

    public Builder ttl(@Nullable Duration value) {
      ttl = value;
      return this;
    }

    public Builder maxAttempts(@Nullable Integer value) {
      maxAttempts = value;
      return this;
    }

    public Builder backoff(Backoff value) {
      backoff = value;
      return this;
    }

    public Builder retention(Duration value) {
      retention = value;
      return this;
    }

    public Builder deadRetention(Duration value) {
      deadRetention = value;
      return this;
    }

    public Builder keepBodies(boolean value) {
      keepBodies = value;
      return this;
    }

    public Builder deathNotices(boolean value) {
      deathNotices = value;
      return this;
    }

    public Builder delivery(DeliveryMode value) {
      delivery = value;
      return this;
    }

    public Builder partitions(int value) {
      partitions = value;
      return this;
    }

    public TopicSettings build() {
      return new TopicSettings(
          lease,
          ttl,
          maxAttempts,
          backoff,
          retention,
          deadRetention,
          keepBodies,
          deathNotices,
          delivery,
          partitions);
    }
  }
}
