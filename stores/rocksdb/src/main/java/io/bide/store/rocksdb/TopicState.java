package io.bide.store.rocksdb;

import io.bide.Backoff;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.rocksdb.Entry.Placement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the writer knows of a topic: its settings, how many messages are where, and from where the
 * indexes have to be read. There is one for each topic, so memory grows with the topics and not with
 * the messages.
 */
final class TopicState {
  static final List<State> ENDED = List.of(State.DONE, State.EXPIRED, State.DEAD, State.CANCELLED);
  private static final int KINDS = Codes.STATES;

  final Topic topic;

  /** Names the topic in keys; a purge gives it a new one. */
  int number;

  TopicSettings settings = TopicSettings.DEFAULT;
  boolean configured;
  boolean paused;

  /**
   * How many entries are where: by the code of the state for ended ones, {@link State#LEASED} for
   * all in the index of leases, {@link State#READY} for all in the due index.
   */
  final long[] counts = new long[KINDS];

  /** How many of those in the due index are at the front. */
  long fronts;

  final Head due = new Head();
  final Head lease = new Head();
  final Head deadline = new Head();

  /** By state, of those that have ended. */
  private final Head[] ended = new Head[KINDS];

  /** Whether the next single claim that finds both takes a fresh message instead of an ended lease. */
  boolean freshTurn;

  /** What claimers of this topic were told as the next time to ask. */
  long announced = Long.MAX_VALUE;

  /** The same for claimers of its death notices. */
  long announcedDeath = Long.MAX_VALUE;

  boolean definitionDirty;
  boolean countersDirty;

  TopicState(Topic topic, int number) {
    this.topic = topic;
    this.number = number;
    Arrays.setAll(ended, i -> new Head());
  }

  Head ended(State state) {
    return ended[Codes.of(state)];
  }

  long count(State state) {
    return counts[Codes.of(state)];
  }

  void count(Placement placement, int change) {
    switch (placement.index()) {
      case NONE -> {}
      case DUE -> {
        counts[Codes.of(State.READY)] += change;
        fronts += placement.at() < 0 ? change : 0;
      }
      case LEASE -> counts[Codes.of(State.LEASED)] += change;
      case ENDED -> counts[Codes.of(placement.state())] += change;
    }
    countersDirty = true;
  }

  boolean isEmpty() {
    for (long count : counts) {
      if (count != 0) {
        return false;
      }
    }
    return true;
  }

  boolean forgettable() {
    return !configured && !paused && isEmpty();
  }

  boolean givesNotices() {
    return settings.deathNotices() && !topic.isDeathNotices();
  }

  /** Everything in it is gone; it goes on under a new number, so that old keys cannot be met again. */
  void renumber(int newNumber) {
    number = newNumber;
    Arrays.fill(counts, 0);
    fronts = 0;
    freshTurn = false;
    due.clear();
    lease.clear();
    deadline.clear();
    for (Head head : ended) {
      head.clear();
    }
    definitionDirty = true;
    countersDirty = true;
  }

  byte[] encodeDefinition() {
    Encoder out = new Encoder(64);
    out.varint(number).int8(configured ? 1 : 0).int8(paused ? 1 : 0);
    EntryCodec.duration(out, settings.lease());
    optional(out, settings.ttl());
    out.varint(settings.maxAttempts() == null ? 0 : settings.maxAttempts());
    EntryCodec.backoff(out, settings.backoff());
    EntryCodec.duration(out, settings.retention());
    EntryCodec.duration(out, settings.deadRetention());
    out.int8(settings.keepBodies() ? 1 : 0).int8(settings.deathNotices() ? 1 : 0);
    out.int8(Codes.of(settings.delivery())).varint(settings.partitions());
    return out.done();
  }

  static TopicState decode(Topic topic, byte[] definition) {
    Decoder in = new Decoder(definition);
    TopicState state = new TopicState(topic, in.count());
    state.configured = in.int8() != 0;
    state.paused = in.int8() != 0;
    Duration lease = EntryCodec.duration(in);
    Duration ttl = optional(in);
    int maxAttempts = in.count();
    Backoff backoff = EntryCodec.backoff(in);
    state.settings = new TopicSettings(
        lease,
        ttl,
        maxAttempts == 0 ? null : maxAttempts,
        backoff,
        EntryCodec.duration(in),
        EntryCodec.duration(in),
        in.int8() != 0,
        in.int8() != 0,
        Codes.mode(in.int8()),
        in.count());
    return state;
  }

  private static void optional(Encoder out, @Nullable Duration duration) {
    out.int8(duration == null ? 0 : 1);
    if (duration != null) {
      EntryCodec.duration(out, duration);
    }
  }

  private static @Nullable Duration optional(Decoder in) {
    return in.int8() == 0 ? null : EntryCodec.duration(in);
  }

  byte[] encodeCounters() {
    Encoder out = new Encoder(64);
    for (long count : counts) {
      out.varint(count);
    }
    out.varint(fronts).int8(freshTurn ? 1 : 0);
    due.encode(out);
    lease.encode(out);
    deadline.encode(out);
    for (State state : ENDED) {
      ended(state).encode(out);
    }
    return out.done();
  }

  void decodeCounters(byte[] counters) {
    Decoder in = new Decoder(counters);
    for (int i = 0; i < KINDS; i++) {
      counts[i] = in.varint();
    }
    fronts = in.varint();
    freshTurn = in.int8() != 0;
    due.decode(in);
    lease.decode(in);
    deadline.decode(in);
    for (State state : ENDED) {
      ended(state).decode(in);
    }
  }

  /**
   * Where an index begins, at the earliest: nothing in it comes before. A queue deletes at its head,
   * and an iterator that started at the very beginning would wade through all that was deleted.
   */
  static final class Head {
    private long at = Long.MAX_VALUE;
    private long sequence = Long.MAX_VALUE;

    /** The time of the first entry, or an earlier one; {@link Long#MAX_VALUE} if there is none. */
    long at() {
      return at;
    }

    long sequence() {
      return sequence;
    }

    byte[] key(byte[] prefix) {
      return Keys.index(prefix, at, sequence);
    }

    boolean isClear() {
      return at == Long.MAX_VALUE;
    }

    void clear() {
      set(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    void set(long newAt, long newSequence) {
      at = newAt;
      sequence = newSequence;
    }

    /** Something is written there: if that is before the head, it is the head. */
    void lower(long newAt, long newSequence) {
      if (newAt < at || (newAt == at && newSequence < sequence)) {
        set(newAt, newSequence);
      }
    }

    private void encode(Encoder out) {
      out.ordered(at).int64(sequence);
    }

    private void decode(Decoder in) {
      at = in.ordered();
      sequence = in.int64();
    }
  }
}
