package io.bide;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message to be stored. Whatever is left out is decided by the topic's settings.
 *
 * @param id unique among the live messages of the topic; left out, a time-ordered one is generated,
 *     or derived from the token
 * @param attributes small strings that travel with the body
 * @param ttl how long after its due time the message may be handed out
 * @param lease how long a claimer has
 * @param maxAttempts how often it may be handed out, {@link #UNLIMITED} for no limit
 * @param token makes the put repeatable: the same token gives the first answer again
 */
public record Put(
    Topic topic,
    @Nullable String id,
    Body body,
    Map<String, String> attributes,
    Due due,
    @Nullable Duration ttl,
    @Nullable Duration lease,
    @Nullable Integer maxAttempts,
    @Nullable Backoff backoff,
    PutMode mode,
    MergeOptions merge,
    @Nullable String token) {
  /** No limit of attempts. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Attributes that say which trace a put was made in, and nothing about what is put. */
  public static final Set<String> TRACE_ATTRIBUTES =
      Set.of("traceparent", "tracestate", "baggage", "b3");

  public Put {
    if (id != null) {
      Checks.name("id", id);
    }
    if (token != null) {
      Checks.name("token", token);
    }
    attributes = Map.copyOf(attributes);
    attributes.keySet().forEach(key -> Checks.name("attributes", key));
    if (ttl != null) {
      Checks.positive("ttl", ttl);
    }
    if (lease != null) {
      Checks.positive("lease", lease);
    }
    if (maxAttempts != null) {
      Checks.atLeast("maxAttempts", 1, maxAttempts);
    }
  }

  public static Builder to(Topic topic) {
    return new Builder(topic);
  }

  public static Builder to(String topic) {
    return new Builder(Topic.of(topic));
  }

  public Put withId(String newId) {
    return new Put(
        topic, newId, body, attributes, due, ttl, lease, maxAttempts, backoff, mode, merge, token);
  }

  public Put withAttributes(Map<String, String> others) {
    return new Put(
        topic, id, body, others, due, ttl, lease, maxAttempts, backoff, mode, merge, token);
  }

  /**
   * The same message on its way to an endpoint: in the endpoint's topic, in the namespace of this put's
   * topic, and bringing endpoint and headers along.
   */
  public Put pushedTo(Endpoint endpoint, PushHeaders headers) {
    Map<String, String> all = new HashMap<>(attributes);
    all.putAll(headers.attributes());
    all.putAll(endpoint.attributes());
    Topic its = endpoint.topic(topic.namespace());
    return new Put(its, id, body, all, due, ttl, lease, maxAttempts, backoff, mode, merge, token);
  }

  /** The id; only for a put that has one. */
  public String requireId() {
    if (id == null) {
      throw BideException.invalid("id", "is missing");
    }
    return id;
  }

  /**
   * A 128-bit digest of everything but the token and the {@linkplain #TRACE_ATTRIBUTES trace}: two puts
   * with the same token are the same put if and only if their digests are equal.
   */
  public byte[] digest() {
    MessageDigest sha = sha256();
    // Fields of variable length are preceded by their length, so that no two puts share their
    // bytes.
    update(sha, topic.namespace());
    update(sha, topic.name());
    update(sha, String.valueOf(id));
    update(sha, body.contentType());
    sha.update(ByteBuffer.allocate(4).putInt(body.size()).flip());
    sha.update(body.bytes());
    new TreeMap<>(attributes).forEach((key, value) -> {
      if (!TRACE_ATTRIBUTES.contains(key)) {
        update(sha, key);
        update(sha, value);
      }
    });
    update(sha, due + "|" + ttl + "|" + lease + "|" + maxAttempts + "|" + backoff);
    update(sha, mode + "|" + merge);
    return Arrays.copyOf(sha.digest(), 16);
  }

  private static void update(MessageDigest sha, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sha.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
    sha.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Collects the parts of a put. Not thread-safe. */
  public static final class Builder {
    private final Topic topic;
    private @Nullable String id;
    private Body body = Body.of(new byte[0]);
    private Map<String, String> attributes = Map.of();
    private Due due = Due.now();
    private @Nullable Duration ttl;
    private @Nullable Duration lease;
    private @Nullable Integer maxAttempts;
    private @Nullable Backoff backoff;
    private PutMode mode = PutMode.REJECT;
    private MergeOptions merge = MergeOptions.KEEP;
    private @Nullable String token;

    private Builder(Topic topic) {
      this.topic = topic;
    }

    public Builder id(@Nullable String value) {
      id = value;
      return this;
    }

    public Builder body(Body value) {
      body = value;
      return this;
    }

    public Builder body(String text) {
      return body(Body.text(text));
    }

    public Builder attributes(Map<String, String> value) {
      attributes = value;
      return this;
    }

    public Builder due(Due value) {
      due = value;
      return this;
    }

    public Builder delay(Duration delay) {
      return due(Due.after(delay));
    }

    public Builder ttl(@Nullable Duration value) {
      ttl = value;
      return this;
    }

    public Builder lease(@Nullable Duration value) {
      lease = value;
      return this;
    }

    public Builder maxAttempts(@Nullable Integer value) {
      maxAttempts = value;
      return this;
    }

    public Builder backoff(@Nullable Backoff value) {
      backoff = value;
      return this;
    }

    public Builder mode(PutMode value) {
      mode = value;
      return this;
    }

    /** Puts with {@link PutMode#MERGE} and these options. */
    public Builder merge(MergeOptions options) {
      merge = options;
      return mode(PutMode.MERGE);
    }

    public Builder token(@Nullable String value) {
      token = value;
      return this;
    }

    /**
     * The put, checked.
     *
     * @throws BideException with {@link ErrorCode#INVALID} or {@link ErrorCode#TOO_LARGE}, naming the
     *     field
     */
    public Put build() {
      return new Put(
          topic, id, body, attributes, due, ttl, lease, maxAttempts, backoff, mode, merge, token);
    }
  }
}
