package io.bide.engine.push;

import io.bide.BideException;
import io.bide.SigningSecret;
import io.bide.Subscription;
import java.time.Duration;
import java.util.List;

/**
 * The limits and intervals of a {@link Pusher}.
 *
 * @param policy which addresses may be called
 * @param concurrency how many calls are made at the same time to an endpoint that a message brings
 * @param timeout how long one such call may take
 * @param secrets sign messages that bring their own endpoint; none by default
 * @param maxInFlight how many messages may be on their way to all endpoints together
 * @param lease for how long a message is claimed; it is extended while its call runs
 * @param linger how long an endpoint is waited on after its last message
 * @param lookInterval how often topics and subscriptions are looked at although nothing was heard of
 *     them
 */
public record PushConfig(
    AddressPolicy policy,
    int concurrency,
    Duration timeout,
    List<SigningSecret> secrets,
    int maxInFlight,
    Duration lease,
    Duration linger,
    Duration lookInterval) {
  public static final int DEFAULT_MAX_IN_FLIGHT = 10_000;
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);
  public static final Duration DEFAULT_LINGER = Duration.ofSeconds(10);
  public static final Duration DEFAULT_LOOK_INTERVAL = Duration.ofMinutes(1);
  public static final PushConfig DEFAULT = new PushConfig(
      AddressPolicy.DEFAULT,
      Subscription.DEFAULT_CONCURRENCY,
      Subscription.DEFAULT_TIMEOUT,
      List.of(),
      DEFAULT_MAX_IN_FLIGHT,
      DEFAULT_LEASE,
      DEFAULT_LINGER,
      DEFAULT_LOOK_INTERVAL);

  public PushConfig {
    secrets = List.copyOf(secrets);
    if (maxInFlight < 1) {
      throw BideException.invalid("maxInFlight", "is " + maxInFlight + "; the least is 1");
    }
  }

  public PushConfig policy(AddressPolicy value) {
    return new PushConfig(
        value, concurrency, timeout, secrets, maxInFlight, lease, linger, lookInterval);
  }

  /** For messages that bring their own endpoint. */
  public PushConfig ownEndpoints(int calls, Duration callTimeout, List<SigningSecret> signedWith) {
    return new PushConfig(
        policy, calls, callTimeout, signedWith, maxInFlight, lease, linger, lookInterval);
  }

  public PushConfig maxInFlight(int value) {
    return new PushConfig(
        policy, concurrency, timeout, secrets, value, lease, linger, lookInterval);
  }

  public PushConfig linger(Duration value) {
    return new PushConfig(
        policy, concurrency, timeout, secrets, maxInFlight, lease, value, lookInterval);
  }
}
