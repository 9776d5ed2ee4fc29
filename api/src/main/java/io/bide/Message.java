package io.bide;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was when it was looked at.
 *
 * @param items the bodies: one, or several for a merged message. Claimed: those handed out. Looked
 *     at: up to {@link #ITEMS_SHOWN}. Empty when the body is not kept or was not asked for
 * @param itemCount how many items the message has, shown or not
 * @param merged whether it was put with {@link PutMode#MERGE}
 * @param raw see {@link MergeOptions#raw()}
 * @param created when it was put
 * @param due when it was first to be handed out
 * @param next when it may be handed out: later than {@code due} after a release; the lease's end while
 *     it is leased; absent once it has ended
 * @param expiry when it dies if it has not been acknowledged, and no lease is running
 * @param attempts how often it has been handed out, this time included
 * @param claimed when it was last handed out
 * @param ended when it ended
 */
public record Message(
    Topic topic,
    String id,
    State state,
    List<Body> items,
    int itemCount,
    boolean merged,
    boolean raw,
    Map<String, String> attributes,
    Instant created,
    Instant due,
    @Nullable Instant next,
    @Nullable Instant expiry,
    @Nullable Duration ttl,
    @Nullable Duration lease,
    @Nullable Backoff backoff,
    int attempts,
    int maxAttempts,
    @Nullable Instant claimed,
    @Nullable Instant ended,
    @Nullable Cause cause) {
  /** How many items of a merged message are shown at most when it is only looked at. */
  public static final int ITEMS_SHOWN = 100;

  public Message {
    items = List.copyOf(items);
    attributes = Map.copyOf(attributes);
  }

  /**
   * The body of a message that was not merged, the first item of one that was.
   *
   * @throws IllegalStateException when no body is kept or shown; see {@link #items()}
   */
  public Body body() {
    if (items.isEmpty()) {
      throw new IllegalStateException("no body is kept of message " + id + " of topic " + topic);
    }
    return items.get(0);
  }

  /**
   * Puts that store anew what is shown here, due as it was: one, or for a merged message one for each
   * item, which may meet others that live on.
   */
  public List<Put> again() {
    return items.stream().map(this::again).toList();
  }

  private Put again(Body item) {
    return new Put(
        topic,
        id,
        item,
        attributes,
        Due.at(due),
        ttl,
        lease,
        maxAttempts,
        backoff,
        merged ? PutMode.MERGE : PutMode.REJECT,
        MergeOptions.KEEP.raw(raw),
        null);
  }

  /** Safe to log: no bodies and no attributes. */
  @Override
  public String toString() {
    return "Message[" + topic + " " + id + " " + state + ", attempts " + attempts + ", due " + due
        + "]";
  }

  public static Builder of(Topic topic, String id, State state) {
    return new Builder(topic, id, state);
  }

  /** Collects the parts of a message; for those who implement a queue or a store. */
  public static final class Builder {
    private final Topic topic;
    private final String id;
    private final State state;
    private List<Body> items = List.of();
    private int itemCount = 1;
    private boolean merged;
    private boolean raw;
    private Map<String, String> attributes = Map.of();
    private Instant created = Instant.EPOCH;
    private Instant due = Instant.EPOCH;
    private @Nullable Instant next;
    private @Nullable Instant expiry;
    private @Nullable Duration ttl;
    private @Nullable Duration lease;
    private @Nullable Backoff backoff;
    private int attempts;
    private int maxAttempts = Put.UNLIMITED;
    private @Nullable Instant claimed;
    private @Nullable Instant ended;
    private @Nullable Cause cause;

    private Builder(Topic topic, String id, State state) {
      this.topic = topic;
      this.id = id;
      this.state = state;
    }

    public Builder items(List<Body> shown, int count) {
      items = shown;
      itemCount = count;
      return this;
    }

    public Builder merged(boolean isMerged, boolean isRaw) {
      merged = isMerged;
      raw = isRaw;
      return this;
    }

    public Builder attributes(Map<String, String> value) {
      attributes = value;
      return this;
    }

    public Builder created(Instant value) {
      created = value;
      return this;
    }

    public Builder due(Instant value) {
      due = value;
      return this;
    }

    public Builder next(@Nullable Instant value) {
      next = value;
      return this;
    }

    public Builder expiry(@Nullable Instant value, @Nullable Duration timeToLive) {
      expiry = value;
      ttl = timeToLive;
      return this;
    }

    public Builder lease(@Nullable Duration value) {
      lease = value;
      return this;
    }

    public Builder backoff(@Nullable Backoff value) {
      backoff = value;
      return this;
    }

    public Builder attempts(int used, int allowed) {
      attempts = used;
      maxAttempts = allowed;
      return this;
    }

    public Builder claimed(@Nullable Instant value) {
      claimed = value;
      return this;
    }

    public Builder ended(@Nullable Instant time, @Nullable Cause why) {
      ended = time;
      cause = why;
      return this;
    }

    public Message build() {
      return new Message(
          topic,
          id,
          state,
          items,
          itemCount,
          merged,
          raw,
          attributes,
          created,
          due,
          next,
          expiry,
          ttl,
          lease,
          backoff,
          attempts,
          maxAttempts,
          claimed,
          ended,
          cause);
    }
  }
}
