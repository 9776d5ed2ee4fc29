package io.bide.testing;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.Cause;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One record: a live message, or one that has ended and is remembered. All times are in epoch
 * milliseconds.
 *
 * <p>The items are, in this order: {@link #handedOut} ones that the last claim handed out, those left
 * over up to {@link #itemsAtClaim}, and those that came after the claim (the next generation, as long
 * as the lease runs).
 */
final class MemoryMessage {
  /** The fence of a message that no receipt is good for. */
  static final long NO_FENCE = 0;

  final Topic topic;
  final String id;
  final long sequence;
  final List<Item> items = new ArrayList<>();
  final Map<String, String> attributes = new TreeMap<>();

  boolean merged;
  boolean raw;
  int itemsPerClaim = MergeOptions.MAX_ITEMS_PER_CLAIM;

  @Nullable
  Duration ttl;

  @Nullable
  Duration lease;

  @Nullable
  Backoff backoff;

  int maxAttempts = Put.UNLIMITED;

  long created;
  long due;
  long position;
  /** Greater for what was put to the front later; 0 for what is not at the front. */
  long front;

  @Nullable
  Long expiry;

  int attempts;
  long fence = NO_FENCE;

  @Nullable
  Long claimed;

  @Nullable
  Long leaseEnd;

  int handedOut;
  int everHandedOut;
  int itemsAtClaim;

  /** From where the longest wait counts. */
  long firstItem;

  @Nullable
  Long nextDue;

  long nextFirstItem;
  /** Released, or a lease has ended, and no put has come since: the next put moves the due time. */
  boolean open;

  @Nullable
  End end;

  /**
   * How a message ended.
   *
   * @param forgetAt from then on nobody sees it
   * @param bodies whether they are kept
   */
  record End(State state, long at, Cause cause, long forgetAt, boolean bodies) {}

  MemoryMessage(Topic topic, String id, long sequence) {
    this.topic = topic;
    this.id = id;
    this.sequence = sequence;
  }

  /** A new record with the same options and these items. */
  MemoryMessage goOn(long newSequence, List<Item> itsItems) {
    MemoryMessage rest = new MemoryMessage(topic, id, newSequence);
    rest.items.addAll(itsItems);
    rest.attributes.putAll(attributes);
    rest.merged = merged;
    rest.raw = raw;
    rest.itemsPerClaim = itemsPerClaim;
    rest.ttl = ttl;
    rest.lease = lease;
    rest.backoff = backoff;
    rest.maxAttempts = maxAttempts;
    rest.created = created;
    rest.firstItem = firstItem;
    return rest;
  }

  void keepFirstItems(int count) {
    items.subList(count, items.size()).clear();
  }

  /** Moves the due time, and the expiry with it. */
  void setDue(long time, long frontOrder) {
    due = time;
    position = time;
    front = frontOrder;
    expiry = ttl == null ? null : time + Due.millisUp(ttl);
  }

  boolean leaseRuns(long now) {
    return leaseEnd != null && now < leaseEnd;
  }

  /** Its lease ended, then a put or a reschedule moved it; the receipt is still good. */
  boolean movedAfterLease() {
    return fence != NO_FENCE && leaseEnd == null;
  }

  /** When it may be handed out, as it is shown. */
  long next() {
    if (leaseEnd != null) {
      return leaseEnd;
    }
    return front != 0 ? due : position;
  }

  State endState() {
    return requireEnd().state();
  }

  End requireEnd() {
    if (end == null) {
      throw new IllegalStateException(id + " is alive");
    }
    return end;
  }

  /** The message as it is shown to those who only look at it. */
  Message look(State state, boolean bodies) {
    boolean kept = end == null || end.bodies();
    int shown = bodies && kept ? Math.min(items.size(), Message.ITEMS_SHOWN) : 0;
    return show(state, shown);
  }

  Message show(State state, int shown) {
    List<Body> bodies = items.subList(0, shown).stream().map(item -> item.body).toList();
    return Message.of(topic, id, state)
        .items(bodies, items.size())
        .merged(merged, raw)
        .attributes(attributes)
        .created(Instant.ofEpochMilli(created))
        .due(Instant.ofEpochMilli(due))
        .next(end == null ? Instant.ofEpochMilli(next()) : null)
        .expiry(instant(expiry), ttl)
        .lease(lease)
        .backoff(backoff)
        .attempts(attempts, maxAttempts)
        .claimed(instant(claimed))
        .ended(
            end == null ? null : Instant.ofEpochMilli(end.at()), end == null ? null : end.cause())
        .build();
  }

  private static @Nullable Instant instant(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
