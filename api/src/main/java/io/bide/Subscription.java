package io.bide;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a topic push: its messages are sent to an endpoint as soon as they are due, by whichever node
 * claims them. A topic has at most one.
 *
 * @param concurrency how many calls one node makes at the same time
 * @param perSecond how many calls one node begins in a second; absent for no limit
 * @param timeout how long one call may take from its beginning to the head of its answer
 * @param secrets sign what is sent, the newest first; none by default, two while one takes the place of
 *     the other
 * @param disabled why nothing is sent at present; absent while it is enabled
 */
public record Subscription(
    Topic topic,
    Endpoint endpoint,
    PushHeaders headers,
    int concurrency,
    @Nullable Integer perSecond,
    Duration timeout,
    Format format,
    List<SigningSecret> secrets,
    @Nullable String disabled) {
  public static final int DEFAULT_CONCURRENCY = 16;
  public static final int MAX_CONCURRENCY = 1_000;
  public static final int MAX_PER_SECOND = 1_000_000;
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
  public static final int MAX_SECRETS = 2;
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
  private static final int MAX_REASON = 500;

  /** What a request looks like. */
  public enum Format {
    /** The body as it is, and headers that tell about the message. */
    PLAIN,
    /** The same, with the headers of a CloudEvent in binary mode. */
    CLOUD_EVENTS
  }

  public Subscription {
    inRange("concurrency", concurrency, MAX_CONCURRENCY);
    if (perSecond != null) {
      inRange("perSecond", perSecond, MAX_PER_SECOND);
    }
    if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw BideException.invalid(
          "timeout", "is " + timeout + "; give " + MIN_TIMEOUT + " to " + MAX_TIMEOUT);
    }
    secrets = List.copyOf(secrets);
    if (secrets.size() > MAX_SECRETS) {
      throw BideException.tooLarge(
          "secrets", "are " + secrets.size() + "; the most is " + MAX_SECRETS);
    }
    if (disabled != null && disabled.length() > MAX_REASON) {
      disabled = disabled.substring(0, MAX_REASON);
    }
  }

  private static void inRange(String field, int value, int most) {
    if (value < 1 || value > most) {
      throw BideException.invalid(field, "is " + value + "; give 1 to " + most);
    }
  }

  public boolean enabled() {
    return disabled == null;
  }

  /** Nothing is sent any more, for this reason. */
  public Subscription disable(String reason) {
    return change().disabled(reason).build();
  }

  public Subscription enable() {
    return change().disabled(null).build();
  }

  /** Signs with this secret from now on, and for the time being also with the newest one of before. */
  public Subscription rotate(SigningSecret next) {
    List<SigningSecret> both = new ArrayList<>(List.of(next));
    secrets.stream().limit(MAX_SECRETS - 1).forEach(both::add);
    return change().secrets(both).build();
  }

  public static Builder of(Topic topic, Endpoint endpoint) {
    return new Builder(topic, endpoint);
  }

  public Builder change() {
    return new Builder(topic, endpoint)
        .headers(headers)
        .concurrency(concurrency)
        .perSecond(perSecond)
        .timeout(timeout)
        .format(format)
        .secrets(secrets)
        .disabled(disabled);
  }

  /** Collects the parts of a subscription. Not thread-safe. */
  public static final class Builder {
    private final Topic topic;
    private final Endpoint endpoint;
    private PushHeaders headers = PushHeaders.NONE;
    private int concurrency = DEFAULT_CONCURRENCY;
    private @Nullable Integer perSecond;
    private Duration timeout = DEFAULT_TIMEOUT;
    private Format format = Format.PLAIN;
    private List<SigningSecret> secrets = List.of();
    private @Nullable String disabled;

    private Builder(Topic topic, Endpoint endpoint) {
      this.topic = topic;
      this.endpoint = endpoint;
    }

    public Builder headers(PushHeaders value) {
      headers = value;
      return this;
    }

    public Builder concurrency(int value) {
      concurrency = value;
      return this;
    }

    public Builder perSecond(@Nullable Integer value) {
      perSecond = value;
      return this;
    }

    public Builder timeout(Duration value) {
      timeout = value;
      return this;
    }

    public Builder format(Format value) {
      format = value;
      return this;
    }

    public Builder secrets(List<SigningSecret> value) {
      secrets = value;
      return this;
    }

    public Builder disabled(@Nullable String reason) {
      disabled = reason;
      return this;
    }

    /**
     * The subscription, checked.
     *
     * @throws BideException with {@link ErrorCode#INVALID} or {@link ErrorCode#TOO_LARGE}, naming the
     *     field
     */
    public Subscription build() {
      return new Subscription(
          topic, endpoint, headers, concurrency, perSecond, timeout, format, secrets, disabled);
    }
  }
}
