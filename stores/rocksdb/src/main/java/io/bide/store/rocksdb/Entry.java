package io.bide.store.rocksdb;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.Cause;
import io.bide.Due;
import io.bide.State;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is stored: what it is, where it stands, and nothing that could be computed.
 *
 * <p>Transitions change the fields, then {@link Ledger#save} moves the entry in the indexes and
 * counters. Where it stands there is a function of the fields, {@link #place}; what was last written
 * is remembered in {@code placed}. Only the writer's thread touches entries. Times are epoch
 * milliseconds; 0 means none.
 */
final class Entry {
  /** A merged message of this many items takes no more. */
  static final int MAX_ITEMS = 100_000;

  final TopicState topic;
  final String id;
  final long sequence;

  /** Where the content lives: the sequence under which it was first stored. */
  long chain;

  long created;
  long due;

  /** Where it stands in the due index; below zero for the front. */
  long position;

  @Nullable
  Duration ttl;

  @Nullable
  Duration lease;

  @Nullable
  Backoff backoff;

  int maxAttempts;

  int attempts;
  long fence;
  long leaseEnd;
  long claimed;

  Map<String, String> attributes = Map.of();

  /** The body of a plain message that is small enough to live here. */
  @Nullable
  Body inline;

  /** Whether a plain message's body lives in its own column. */
  boolean large;

  /** The token of a plain message; those of items are kept with the items. */
  @Nullable
  String token;

  boolean merged;
  boolean raw;
  int itemsPerClaim = 1;

  /** Items [from, end) of the chain; those below handed are in the hands of the last claimer. */
  int from;

  int handed;
  int everHanded;

  /** Where the next generation starts: everything put after the last claim. */
  int nextStart;

  int end = 1;
  long firstItemAt;
  long nextDue;
  long nextFirstAt;

  /** Whether the next put may move the due time whatever it says. */
  boolean movable;

  @Nullable
  State ended;

  long endedAt;

  @Nullable
  Cause cause;

  long forgetAt;
  boolean bodyDropped;

  /** The messages of one id form a list, newest first; 0 at its ends. */
  long older;

  long newer;

  boolean removed;
  boolean dirty;
  Placement placed = Placement.NOWHERE;

  Entry(TopicState topic, String id, long sequence) {
    this.topic = topic;
    this.id = id;
    this.sequence = sequence;
    this.chain = sequence;
  }

  /** When time ends it if no lease is running; {@link Long#MAX_VALUE} for never. */
  long expiry() {
    return ttl == null ? Long.MAX_VALUE : due + Due.millisUp(ttl);
  }

  /** When time alone ends it, as things stand; {@link Long#MAX_VALUE} for never. */
  long deadline() {
    if (leaseEnd == 0) {
      return expiry();
    }
    return attempts >= maxAttempts ? leaseEnd : Math.max(leaseEnd, expiry());
  }

  /** The state of a live entry; also says EXPIRED or DEAD before it has been written down. */
  State state(long now) {
    if (ended != null) {
      return ended;
    }
    if (leaseEnd != 0 && now < leaseEnd) {
      return State.LEASED;
    }
    if (now >= deadline()) {
      return attempts == 0 ? State.EXPIRED : State.DEAD;
    }
    return leaseEnd == 0 && now < position ? State.WAITING : State.READY;
  }

  Cause causeOfDeath() {
    return leaseEnd != 0 && attempts >= maxAttempts ? Cause.ATTEMPTS : Cause.TTL;
  }

  boolean leased(long now) {
    return leaseEnd != 0 && now < leaseEnd;
  }

  /** Whether its lease has ended and nothing has moved it since. */
  boolean leaseOver(long now) {
    return leaseEnd != 0 && now >= leaseEnd;
  }

  /** Whether a put or reschedule has moved it after its lease ended; the receipt is still good. */
  boolean movedAfterLease() {
    return leaseEnd == 0 && fence != 0;
  }

  boolean remembered(long now) {
    return ended != null && now < forgetAt;
  }

  boolean atFront() {
    return position < 0;
  }

  /** The position as a point in time. */
  long standsAt() {
    return atFront() ? due : position;
  }

  int itemCount() {
    return end - from;
  }

  void moveTo(long newDue, long newPosition) {
    due = newDue;
    position = newPosition;
    leaseEnd = 0;
  }

  /** Where it belongs in the indexes. */
  Placement place() {
    if (removed) {
      return Placement.NOWHERE;
    }
    if (ended != null) {
      return new Placement(Placement.Index.ENDED, ended, forgetAt, Long.MAX_VALUE);
    }
    return leaseEnd == 0
        ? new Placement(Placement.Index.DUE, State.READY, position, deadline())
        : new Placement(Placement.Index.LEASE, State.LEASED, leaseEnd, deadline());
  }

  /**
   * Where an entry stands in the indexes.
   *
   * @param state the ended state; for live ones only tells due from leased
   */
  record Placement(Index index, State state, long at, long deadline) {
    static final Placement NOWHERE = new Placement(Index.NONE, State.READY, 0, Long.MAX_VALUE);

    enum Index {
      NONE,
      DUE,
      LEASE,
      ENDED
    }

    boolean sameSpot(Placement other) {
      return index == other.index && at == other.at && state == other.state;
    }
  }
}
