package io.bide.engine;

import io.bide.BideException;
import io.bide.Browse;
import java.time.Duration;

/**
 * The limits and intervals of an {@link Engine}. Over a limit a call fails with a clear error and
 * nothing is half done.
 *
 * @param maxBodyBytes the largest body of a put
 * @param maxBatch how many puts or settles one call may bring
 * @param maxAttributes how many attributes a put may have
 * @param maxAttributeBytes the size of all names and values of a put's attributes together
 * @param maxClaim how many messages one claim may ask for
 * @param maxClaimTopics how many topics one claim may name
 * @param claimBytes the size of the bodies that one look into the store hands out at most; a single
 *     message may be larger
 * @param maxPage how many messages or topics one page may hold; 1,000 is the most
 * @param maxWait how long a claim may wait
 * @param maxWaitingClaims how many claims that wait there may be
 * @param maxMessagesInFlight how many puts may be on their way to the store, and how many settles
 * @param maxBytesInFlight the size of the bodies that may be on their way to the store
 * @param maxCallsInFlight how many claims that do not wait, and how many other calls, may be on their
 *     way to the store
 * @param lookInterval how often an awaited topic is looked at even though nothing was heard of it
 * @param sweepInterval how often what has become true is written down
 * @param sweepBudget how many messages one sweep looks at
 * @param closeTimeout how long closing waits for what is in flight
 */
public record EngineConfig(
    int maxBodyBytes,
    int maxBatch,
    int maxAttributes,
    int maxAttributeBytes,
    int maxClaim,
    int maxClaimTopics,
    long claimBytes,
    int maxPage,
    Duration maxWait,
    int maxWaitingClaims,
    int maxMessagesInFlight,
    long maxBytesInFlight,
    int maxCallsInFlight,
    Duration lookInterval,
    Duration sweepInterval,
    int sweepBudget,
    Duration closeTimeout) {
  public static final int DEFAULT_MAX_BODY_BYTES = 256 * 1_024;
  public static final int DEFAULT_MAX_BATCH = 1_000;
  public static final int DEFAULT_MAX_ATTRIBUTES = 64;
  public static final int DEFAULT_MAX_ATTRIBUTE_BYTES = 8 * 1_024;
  public static final int DEFAULT_MAX_CLAIM = 1_000;
  public static final int DEFAULT_MAX_CLAIM_TOPICS = 100;
  public static final long DEFAULT_CLAIM_BYTES = 4 * 1_024 * 1_024;
  public static final int DEFAULT_MAX_PAGE = Browse.MAX_LIMIT;
  public static final Duration DEFAULT_MAX_WAIT = Duration.ofMinutes(3);
  public static final int DEFAULT_MAX_WAITING_CLAIMS = 100_000;
  public static final int DEFAULT_MAX_MESSAGES_IN_FLIGHT = 20_000;
  public static final long DEFAULT_MAX_BYTES_IN_FLIGHT = 128 * 1_024 * 1_024;
  public static final int DEFAULT_MAX_CALLS_IN_FLIGHT = 10_000;
  public static final Duration DEFAULT_LOOK_INTERVAL = Duration.ofSeconds(5);
  public static final Duration DEFAULT_SWEEP_INTERVAL = Duration.ofSeconds(1);
  public static final int DEFAULT_SWEEP_BUDGET = 128;
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(10);
  public static final EngineConfig DEFAULT = new Builder().build();

  public EngineConfig {
    positive("maxBodyBytes", maxBodyBytes);
    positive("maxBatch", maxBatch);
    positive("maxAttributes", maxAttributes);
    positive("maxAttributeBytes", maxAttributeBytes);
    positive("maxClaim", maxClaim);
    positive("maxClaimTopics", maxClaimTopics);
    positive("claimBytes", claimBytes);
    positive("maxPage", maxPage);
    if (maxPage > Browse.MAX_LIMIT) {
      throw BideException.invalid("maxPage", "is " + maxPage + "; the most is " + Browse.MAX_LIMIT);
    }
    positive("maxWait", maxWait);
    positive("maxWaitingClaims", maxWaitingClaims);
    positive("maxMessagesInFlight", maxMessagesInFlight);
    positive("maxBytesInFlight", maxBytesInFlight);
    positive("maxCallsInFlight", maxCallsInFlight);
    positive("lookInterval", lookInterval);
    positive("sweepInterval", sweepInterval);
    positive("sweepBudget", sweepBudget);
    positive("closeTimeout", closeTimeout);
  }

  public static Builder builder() {
    return new Builder();
  }

  private static void positive(String field, long value) {
    if (value <= 0) {
      throw BideException.invalid(field, "is " + value + "; the least is 1");
    }
  }

  private static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw BideException.invalid(field, "is " + value + "; it must be longer than zero");
    }
  }

  /** Collects settings, starting from the defaults. Not thread-safe. */
  public static final class Builder {
    private int maxBodyBytes = DEFAULT_MAX_BODY_BYTES;
    private int maxBatch = DEFAULT_MAX_BATCH;
    private int maxAttributes = DEFAULT_MAX_ATTRIBUTES;
    private int maxAttributeBytes = DEFAULT_MAX_ATTRIBUTE_BYTES;
    private int maxClaim = DEFAULT_MAX_CLAIM;
    private int maxClaimTopics = DEFAULT_MAX_CLAIM_TOPICS;
    private long claimBytes = DEFAULT_CLAIM_BYTES;
    private int maxPage = DEFAULT_MAX_PAGE;
    private Duration maxWait = DEFAULT_MAX_WAIT;
    private int maxWaitingClaims = DEFAULT_MAX_WAITING_CLAIMS;
    private int maxMessagesInFlight = DEFAULT_MAX_MESSAGES_IN_FLIGHT;
    private long maxBytesInFlight = DEFAULT_MAX_BYTES_IN_FLIGHT;
    private int maxCallsInFlight = DEFAULT_MAX_CALLS_IN_FLIGHT;
    private Duration lookInterval = DEFAULT_LOOK_INTERVAL;
    private Duration sweepInterval = DEFAULT_SWEEP_INTERVAL;
    private int sweepBudget = DEFAULT_SWEEP_BUDGET;
    private Duration closeTimeout = DEFAULT_CLOSE_TIMEOUT;

    private Builder() {}

    public Builder maxBodyBytes(int value) {
      maxBodyBytes = value;
      return this;
    }

    public Builder maxBatch(int value) {
      maxBatch = value;
      return this;
    }

    public Builder maxAttributes(int value) {
      maxAttributes = value;
      return this;
    }

    public Builder maxAttributeBytes(int value) {
      maxAttributeBytes = value;
      return this;
    }

    public Builder maxClaim(int value) {
      maxClaim = value;
      return this;
    }

    public Builder maxClaimTopics(int value) {
      maxClaimTopics = value;
      return this;
    }

    public Builder claimBytes(long value) {
      claimBytes = value;
      return this;
    }

    public Builder maxPage(int value) {
      maxPage = value;
      return this;
    }

    public Builder maxWait(Duration value) {
      maxWait = value;
      return this;
    }

    public Builder maxWaitingClaims(int value) {
      maxWaitingClaims = value;
      return this;
    }

    public Builder maxMessagesInFlight(int value) {
      maxMessagesInFlight = value;
      return this;
    }

    public Builder maxBytesInFlight(long value) {
      maxBytesInFlight = value;
      return this;
    }

    public Builder maxCallsInFlight(int value) {
      maxCallsInFlight = value;
      return this;
    }

    public Builder lookInterval(Duration value) {
      lookInterval = value;
      return this;
    }

    public Builder sweepInterval(Duration value) {
      sweepInterval = value;
      return this;
    }

    public Builder sweepBudget(int value) {
      sweepBudget = value;
      return this;
    }

    public Builder closeTimeout(Duration value) {
      closeTimeout = value;
      return this;
    }

    /**
     * The settings, checked.
     *
     * @throws BideException with {@link io.bide.ErrorCode#INVALID}, naming the field
     */
    public EngineConfig build() {
      return new EngineConfig(
          maxBodyBytes,
          maxBatch,
          maxAttributes,
          maxAttributeBytes,
          maxClaim,
          maxClaimTopics,
          claimBytes,
          maxPage,
          maxWait,
          maxWaitingClaims,
          maxMessagesInFlight,
          maxBytesInFlight,
          maxCallsInFlight,
          lookInterval,
          sweepInterval,
          sweepBudget,
          closeTimeout);
    }
  }
}
