package io.bide.store.rocksdb;

import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.TopicSettings;
import java.util.ArrayList;
import java.util.List;

/** What operators do: redrive, purge, configure, pause. */
final class Operating {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Ledger ledger;
  private final Lives lives;
  private final Tokens tokens;
  private final Wakeups wakeups;

  Operating(Ledger ledger, Lives lives, Tokens tokens, Wakeups wakeups) {
    this.ledger = ledger;
    this.lives = lives;
    this.tokens = tokens;
    this.wakeups = wakeups;
  }

  RedriveResult redrive(TopicState topic, Redrive redrive, Moment moment) {
    Revival revival = new Revival(redrive, moment);
    if (redrive.id() != null) {
      Entry newest = lives.remembered(topic, redrive.id(), moment);
      if (newest != null && newest.ended == redrive.state()) {
        revival.revive(newest);
      }
      return new RedriveResult(revival.redriven, revival.conflicts, null);
    }
    byte[] prefix = Keys.endedPrefix(topic.number, Codes.of(redrive.state()));
    List<byte[]> keys = endedAfter(prefix, redrive, moment);
    for (byte[] key : keys.subList(0, Math.min(keys.size(), redrive.limit()))) {
      revival.revive(ledger.get(topic, sequenceOf(key)));
    }
    boolean more = keys.size() > redrive.limit();
    return new RedriveResult(
        revival.redriven,
        revival.conflicts,
        more ? Cursor.encode(keys.get(redrive.limit() - 1)) : null);
  }

  /** The keys of remembered messages after the cursor, one more than the limit to see if there is more. */
  private List<byte[]> endedAfter(byte[] prefix, Redrive redrive, Moment moment) {
    List<byte[]> keys = new ArrayList<>();
    byte[] from = Cursor.startAfter(redrive.cursor(), Keys.index(prefix, moment.now() + 1, 0));
    try (Scan scan = ledger.scan(Column.ENDED, prefix, from)) {
      for (; keys.size() <= redrive.limit() && scan.valid(); scan.next()) {
        keys.add(scan.key());
      }
    }
    return keys;
  }

  static long sequenceOf(byte[] endedKey) {
    return new Decoder(endedKey, endedKey.length - Long.BYTES).int64();
  }

  /** Brings messages back, one after the other. */
  private final class Revival {
    private final Redrive redrive;
    private final Moment moment;
    private final List<String> conflicts = new ArrayList<>();
    private int redriven;

    Revival(Redrive redrive, Moment moment) {
      this.redrive = redrive;
      this.moment = moment;
    }

    void revive(Entry dead) {
      if (dead.bodyDropped || lives.live(dead.topic, dead.id, moment) != null) {
        conflicts.add(dead.id);
        return;
      }
      lives.unlink(dead);
      Entry again = ledger.create(dead.topic, dead.id);
      again.created = dead.created;
      again.due = due();
      again.position = again.due;
      again.firstItemAt = dead.firstItemAt;
      again.ttl = dead.ttl;
      again.lease = dead.lease;
      again.backoff = dead.backoff;
      again.maxAttempts = dead.maxAttempts;
      again.attributes = dead.attributes;
      moveContent(dead, again);
      ledger.remove(dead);
      lives.start(again);
      redriven++;
    }

    /** A plain body stays where it is; items move to a chain of their own, to which more can be added. */
    private void moveContent(Entry dead, Entry again) {
      if (!dead.merged) {
        again.chain = dead.chain;
        again.inline = dead.inline;
        again.large = dead.large;
        again.token = dead.token;
        return;
      }
      again.itemsPerClaim = dead.itemsPerClaim;
      lives.copyContent(dead, again, true);
      tokens.follow(again);
      for (int n = dead.from; n < dead.end; n++) {
        ledger.deleteValue(Column.ITEM, Keys.item(dead.topic.number, dead.chain, n));
      }
      again.nextStart = again.end;
    }

    private long due() {
      long nanos = redrive.start().toNanos() + redriven * redrive.spacing().toNanos();
      return moment.up() + (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    }
  }

  long purge(TopicState topic) {
    long messages = 0;
    for (long count : topic.counts) {
      messages += count;
    }
    ledger.purge(topic);
    return messages;
  }

  int purge(TopicState topic, State ended, int limit, Moment moment) {
    List<Long> found = new ArrayList<>();
    byte[] prefix = Keys.endedPrefix(topic.number, Codes.of(ended));
    byte[] from = Keys.index(prefix, moment.now() + 1, 0);
    try (Scan scan = ledger.scan(Column.ENDED, prefix, from)) {
      for (; found.size() < limit && scan.valid(); scan.next()) {
        found.add(sequenceOf(scan.key()));
      }
    }
    found.forEach(sequence -> lives.forget(ledger.get(topic, sequence)));
    return found.size();
  }

  void configure(TopicState topic, TopicSettings settings) {
    topic.settings = settings;
    topic.configured = true;
    topic.definitionDirty = true;
    ledger.touch(topic);
    announceDeaths(topic);
  }

  void pause(TopicState topic, boolean paused) {
    topic.paused = paused;
    topic.definitionDirty = true;
    ledger.touch(topic);
    if (!paused) {
      topic.announced = Long.MAX_VALUE;
      wakeups.ready(topic, Math.min(Math.max(0, topic.due.at()), topic.lease.at()));
      TopicState source =
          topic.topic.isDeathNotices() ? ledger.topics().find(topic.topic.source()) : null;
      if (source != null) {
        announceDeaths(source);
      }
    }
  }

  /** Who asked while a topic gave no notices of its deaths, or they were paused, was not told when to ask again. */
  private void announceDeaths(TopicState topic) {
    topic.announcedDeath = Long.MAX_VALUE;
    wakeups.mortal(topic, topic.deadline.at());
  }
}
