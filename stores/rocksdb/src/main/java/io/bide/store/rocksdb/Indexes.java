package io.bide.store.rocksdb;

import io.bide.store.rocksdb.Entry.Placement;

/**
 * Keeps the indexes: an entry stands where its fields say. A move writes the difference to where it
 * stood before, and counts it.
 */
final class Indexes {
  private static final byte[] NO_VALUE = {};

  private final Batch batch;
  private final Minutes minutes;
  private final Wakeups wakeups;

  Indexes(Batch batch, Minutes minutes, Wakeups wakeups) {
    this.batch = batch;
    this.minutes = minutes;
    this.wakeups = wakeups;
  }

  /** Moves an entry from where it stood to where it belongs. */
  void move(Entry entry) {
    Placement was = entry.placed;
    Placement is = entry.place();
    if (!was.sameSpot(is)) {
      unindex(entry, was);
      index(entry, is);
    }
    if (was.deadline() != is.deadline()) {
      moveDeadline(entry, was.deadline(), is.deadline());
    }
    entry.placed = is;
  }

  private void unindex(Entry entry, Placement was) {
    TopicState topic = entry.topic;
    topic.count(was, -1);
    switch (was.index()) {
      case NONE -> {}
      case DUE -> {
        batch.delete(Column.DUE, Keys.index(topic.number, was.at(), entry.sequence));
        countMinute(topic, Minutes.DUE, was.at(), -1);
      }
      case LEASE -> {
        batch.delete(Column.LEASE, Keys.index(topic.number, was.at(), entry.sequence));
        countMinute(topic, Minutes.LEASE, was.at(), -1);
      }
      case ENDED -> batch.delete(Column.ENDED, endedKey(entry, was));
    }
  }

  private void index(Entry entry, Placement is) {
    TopicState topic = entry.topic;
    topic.count(is, 1);
    switch (is.index()) {
      case NONE -> {}
      case DUE -> {
        batch.put(Column.DUE, Keys.index(topic.number, is.at(), entry.sequence), NO_VALUE);
        countMinute(topic, Minutes.DUE, is.at(), 1);
        topic.due.lower(is.at(), entry.sequence);
        wakeups.ready(topic, entry.standsAt());
      }
      case LEASE -> {
        batch.put(Column.LEASE, Keys.index(topic.number, is.at(), entry.sequence), NO_VALUE);
        countMinute(topic, Minutes.LEASE, is.at(), 1);
        topic.lease.lower(is.at(), entry.sequence);
        wakeups.ready(topic, is.at());
      }
      case ENDED -> {
        batch.put(Column.ENDED, endedKey(entry, is), NO_VALUE);
        topic.ended(is.state()).lower(is.at(), entry.sequence);
      }
    }
  }

  private void countMinute(TopicState topic, int kind, long at, int change) {
    if (at >= 0) {
      minutes.add(topic.number, kind, at, change);
    }
  }

  private static byte[] endedKey(Entry entry, Placement placement) {
    return Keys.ended(
        entry.topic.number, Codes.of(placement.state()), placement.at(), entry.sequence);
  }

  private void moveDeadline(Entry entry, long was, long is) {
    TopicState topic = entry.topic;
    if (was != Long.MAX_VALUE) {
      batch.delete(Column.DEADLINE, Keys.index(topic.number, was, entry.sequence));
    }
    if (is != Long.MAX_VALUE) {
      batch.put(Column.DEADLINE, Keys.index(topic.number, is, entry.sequence), NO_VALUE);
      topic.deadline.lower(is, entry.sequence);
      wakeups.mortal(topic, is);
    }
    topic.countersDirty = true;
  }
}
