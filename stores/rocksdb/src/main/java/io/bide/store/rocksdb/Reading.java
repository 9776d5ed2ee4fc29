package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Browse;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.State;
import io.bide.store.rocksdb.EntryCodec.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Snapshot;

/**
 * Looks at a topic as it was at one moment, on another thread than the writer's. What it looks at was
 * synced before.
 */
final class Reading {
  /** A page looks at so many entries for each one it may show, at most. */
  private static final int PATIENCE = 20;

  private final Database database;
  private final Snapshot snapshot;
  private final TopicState topic;
  private final int number;
  private final long dueFrom;
  private final long leaseFrom;
  private final long now;

  Reading(Database database, Snapshot snapshot, TopicState topic, Moment moment) {
    this.database = database;
    this.snapshot = snapshot;
    this.topic = topic;
    this.number = topic.number;
    this.now = moment.now();
    this.dueFrom = topic.due.at();
    this.leaseFrom = topic.lease.at();
  }

  /** Does the work and lets go of the snapshot. */
  <T> Supplier<T> closing(Supplier<T> work) {
    return () -> {
      try {
        return work.get();
      } finally {
        database.release(snapshot);
      }
    };
  }

  Scan scan(Column column, byte[] prefix, byte[] from) {
    return database.scan(column, prefix, from, snapshot);
  }

  /** The entries of a live index from a certain time on; never wades through what was deleted. */
  Scan scan(Column column, long from) {
    byte[] prefix = Keys.number(number);
    return scan(column, prefix, Keys.index(prefix, notBeforeHead(column, from), 0));
  }

  private long notBeforeHead(Column column, long from) {
    return Math.max(from, column == Column.DUE ? dueFrom : leaseFrom);
  }

  int number() {
    return number;
  }

  Entry entry(long sequence) {
    byte[] stored = database.get(Column.ENTRY, Keys.numbered(number, sequence), snapshot);
    if (stored == null) {
      throw new BideException(
          ErrorCode.CORRUPT,
          "an index of topic " + topic.topic + " names message " + sequence + ", which is missing");
    }
    return EntryCodec.decode(topic, sequence, stored);
  }

  Page<Message> browse(Browse browse) {
    Walk walk = new Walk(browse);
    byte[] all = Keys.number(number);
    State state = browse.state();
    switch (state) {
      case WAITING -> walk.over(0, Column.DUE, all, now + 1, Long.MAX_VALUE);
      case LEASED -> walk.over(0, Column.LEASE, all, now + 1, Long.MAX_VALUE);
      case READY -> {
        walk.over(0, Column.LEASE, all, Long.MIN_VALUE, now);
        walk.over(1, Column.DUE, all, Long.MIN_VALUE, now);
      }
      case DONE, EXPIRED, DEAD, CANCELLED ->
        walk.over(
            0, Column.ENDED, Keys.endedPrefix(number, Codes.of(state)), now + 1, Long.MAX_VALUE);
    }
    return new Page<>(walk.found, walk.cursor);
  }

  /** A walk over one or two indexes; the cursor names the index and the last key looked at. */
  private final class Walk {
    private final Browse browse;
    private final List<Message> found = new ArrayList<>();
    private final int startPart;
    private final byte @Nullable [] startKey;
    private int patience;
    private @Nullable String cursor;

    Walk(Browse browse) {
      this.browse = browse;
      this.patience = browse.limit() * PATIENCE;
      byte[] start = browse.cursor() == null ? null : Cursor.decode(browse.cursor());
      this.startPart = start == null || start.length == 0 ? 0 : start[0];
      this.startKey =
          start == null || start.length == 0 ? null : Arrays.copyOfRange(start, 1, start.length);
    }

    /** Walks over the entries of an index from one time to another, both included. */
    void over(int part, Column column, byte[] prefix, long from, long to) {
      if (cursor != null || part < startPart) {
        return;
      }
      byte[] start = Keys.index(prefix, seekFrom(column, from), 0);
      if (part == startPart) {
        start = Cursor.startAfter(startKey, start);
      }
      try (Scan scan = scan(column, prefix, start)) {
        byte[] last = {};
        for (; scan.valid(); scan.next()) {
          Decoder key = new Decoder(scan.key(), prefix.length);
          if (key.ordered() > to) {
            return;
          }
          if (found.size() == browse.limit() || patience <= 0) {
            cursor = Cursor.encode(new Encoder(32).int8(part).raw(last).done());
            return;
          }
          show(entry(key.int64()));
          last = scan.key();
          patience--;
        }
      }
    }

    /** Indexes of live messages are by the time asked for, so the walk can begin there. */
    private long seekFrom(Column column, long from) {
      Instant earliest = browse.from();
      if (column == Column.ENDED) {
        return from;
      }
      long least = notBeforeHead(column, from);
      return earliest == null || from <= 0 ? least : Math.max(least, earliest.toEpochMilli());
    }

    private void show(Entry entry) {
      boolean judged = entry.ended != null || now < entry.deadline();
      Instant time = Instant.ofEpochMilli(timeOf(entry));
      boolean wanted = (browse.from() == null || !time.isBefore(browse.from()))
          && (browse.to() == null || time.isBefore(browse.to()));
      if (judged && wanted && found.size() < browse.limit()) {
        found.add(Views.of(entry, items(entry), entry.itemCount(), now));
      }
    }

    private long timeOf(Entry entry) {
      if (entry.ended != null) {
        return entry.endedAt;
      }
      return entry.leaseEnd != 0 ? entry.leaseEnd : entry.standsAt();
    }

    private List<Body> items(Entry entry) {
      if (!browse.bodies() || entry.bodyDropped) {
        return List.of();
      }
      if (!entry.merged) {
        return List.of(entry.inline != null ? entry.inline : largeBody(entry));
      }
      List<Body> items = new ArrayList<>();
      int to = Math.min(entry.end, entry.from + Message.ITEMS_SHOWN);
      for (int n = entry.from; n < to; n++) {
        items.add(
            Item.decode(stored(Column.ITEM, Keys.item(number, entry.chain, n))).body());
      }
      return items;
    }

    private Body largeBody(Entry entry) {
      return EntryCodec.body(new Decoder(stored(Column.BODY, Keys.numbered(number, entry.chain))));
    }

    private byte[] stored(Column column, byte[] key) {
      byte[] value = database.get(column, key, snapshot);
      if (value == null) {
        throw new BideException(
            ErrorCode.CORRUPT, "a body in topic " + topic.topic + " is missing");
      }
      return value;
    }
  }
}
