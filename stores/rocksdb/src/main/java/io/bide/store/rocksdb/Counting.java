package io.bide.store.rocksdb;

import io.bide.Horizon;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicStats;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many messages are in which state. Totals are kept; what time alone decides (waiting or ready,
 * leased or over) is told from the counts by minute, and inside the one minute that is cut by an edge
 * by looking at the index, up to a limit.
 */
final class Counting {
  private static final int LOOKED_AT = 10_000;
  private static final long MINUTE = 60_000;

  private final Reading reading;
  private final Topic topic;
  private final long[] counts;
  private final long fronts;
  private final boolean paused;
  private final long now;

  /** Takes what the writer knows; the rest is read later. */
  Counting(Reading reading, TopicState topic, Moment moment) {
    this.reading = reading;
    this.topic = topic.topic;
    this.counts = topic.counts.clone();
    this.fronts = topic.fronts;
    this.paused = topic.paused;
    this.now = moment.now();
  }

  static TopicStats nothing(Topic topic) {
    Map<State, Long> counts = new EnumMap<>(State.class);
    for (State state : State.values()) {
      counts.put(state, 0L);
    }
    Map<Horizon, Long> waiting = new EnumMap<>(Horizon.class);
    for (Horizon horizon : Horizon.values()) {
      waiting.put(horizon, 0L);
    }
    return new TopicStats(topic, counts, waiting, null, null, false);
  }

  TopicStats stats() {
    Minutely due = new Minutely(Column.DUE, Minutes.DUE);
    Minutely leases = new Minutely(Column.LEASE, Minutes.LEASE);
    long dueNow = due.before(now + 1);
    long leasesOver = leases.before(now + 1);
    Map<State, Long> byState = new EnumMap<>(State.class);
    for (State state : TopicState.ENDED) {
      byState.put(state, counts[Codes.of(state)]);
    }
    byState.put(State.WAITING, counts[Codes.of(State.READY)] - fronts - dueNow);
    byState.put(State.READY, fronts + dueNow + leasesOver);
    byState.put(State.LEASED, counts[Codes.of(State.LEASED)] - leasesOver);
    return new TopicStats(topic, byState, histogram(due, dueNow), oldestReady(), nextDue(), paused);
  }

  private Map<Horizon, Long> histogram(Minutely due, long dueNow) {
    Map<Horizon, Long> waiting = new EnumMap<>(Horizon.class);
    long before = dueNow;
    long all = counts[Codes.of(State.READY)] - fronts;
    for (Horizon horizon : Horizon.values()) {
      long upTo =
          horizon == Horizon.LATER ? all : due.before(now + horizon.end().toMillis());
      waiting.put(horizon, Math.max(0, upTo - before));
      before = Math.max(before, upTo);
    }
    return waiting;
  }

  private @Nullable Instant oldestReady() {
    long oldest = oldestAtFront();
    for (Column column : List.of(Column.DUE, Column.LEASE)) {
      long first = first(column, 0);
      oldest = first <= now ? Math.min(oldest, first) : oldest;
    }
    return oldest == Long.MAX_VALUE ? null : Instant.ofEpochMilli(oldest);
  }

  private long oldestAtFront() {
    long oldest = Long.MAX_VALUE;
    if (fronts == 0) {
      return oldest;
    }
    try (Scan scan = reading.scan(Column.DUE, Long.MIN_VALUE)) {
      for (int looked = 0; looked < LOOKED_AT && scan.valid(); looked++, scan.next()) {
        Decoder key = new Decoder(scan.key(), Integer.BYTES);
        if (key.ordered() >= 0) {
          break;
        }
        oldest = Math.min(oldest, reading.entry(key.int64()).due);
      }
    }
    return oldest;
  }

  private @Nullable Instant nextDue() {
    long next = first(Column.DUE, now + 1);
    return next == Long.MAX_VALUE ? null : Instant.ofEpochMilli(next);
  }

  private long first(Column column, long from) {
    byte[] prefix = Keys.number(reading.number());
    try (Scan scan = reading.scan(column, from)) {
      return scan.valid() ? new Decoder(scan.key(), prefix.length).ordered() : Long.MAX_VALUE;
    }
  }

  /** The entries of one index, counted by minute. */
  private final class Minutely {
    private final Column column;
    private final NavigableMap<Long, Long> totals = new TreeMap<>();
    private final NavigableMap<Long, Long> counted = new TreeMap<>();

    Minutely(Column column, int kind) {
      this.column = column;
      byte[] prefix = new Encoder(5).int32(reading.number()).int8(kind).done();
      long total = 0;
      try (Scan scan = reading.scan(Column.MINUTE, prefix, prefix)) {
        for (; scan.valid(); scan.next()) {
          long minute = new Decoder(scan.key(), prefix.length).ordered();
          long count = Minutes.decode(scan.value());
          totals.put(minute, total);
          counted.put(minute, count);
          total += count;
        }
      }
      totals.put(Long.MAX_VALUE, total);
    }

    /** How many entries have a time before this one. */
    long before(long time) {
      long minute = Minutes.of(time);
      return totals.ceilingEntry(minute).getValue() + within(minute, time);
    }

    private long within(long minute, long time) {
      long inMinute = counted.getOrDefault(minute, 0L);
      long start = Minutes.start(minute);
      if (inMinute == 0 || time == start) {
        return 0;
      }
      byte[] prefix = Keys.number(reading.number());
      long seen = 0;
      try (Scan scan = reading.scan(column, start)) {
        while (seen < LOOKED_AT
            && scan.valid()
            && new Decoder(scan.key(), prefix.length).ordered() < time) {
          seen++;
          scan.next();
        }
      }
      return seen < LOOKED_AT ? seen : Math.max(seen, inMinute * (time - start) / MINUTE);
    }
  }
}
