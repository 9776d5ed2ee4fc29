package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Cause;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.MergeOptions.DueRule;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.PutResult.Duplicate;
import io.bide.PutResult.How;
import io.bide.PutResult.Stored;
import io.bide.State;
import io.bide.TopicSettings;
import io.bide.store.rocksdb.EntryCodec.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Stores messages: new ones, in place of others, or merged into them. */
final class Putting {
  private final Ledger ledger;
  private final Lives lives;
  private final Tokens tokens;

  Putting(Ledger ledger, Lives lives, Tokens tokens) {
    this.ledger = ledger;
    this.lives = lives;
    this.tokens = tokens;
  }

  PutResult put(Put put, Moment moment) {
    TopicState known = ledger.topics().find(put.topic());
    if (known == null) {
      return store(ledger.register(put.topic()), put, How.NEW, moment);
    }
    Stored before = tokens.answered(known, put, moment);
    if (before != null) {
      return before;
    }
    Entry live = lives.live(known, put.requireId(), moment);
    if (live == null) {
      return store(known, put, How.NEW, moment);
    }
    return switch (put.mode()) {
      case REJECT -> new Duplicate(Views.peek(ledger, live, moment));
      case REPLACE -> replace(live, put, moment);
      case MERGE -> merge(live, put, moment);
    };
  }

  private PutResult replace(Entry live, Put put, Moment moment) {
    lives.end(live, live.end, State.CANCELLED, Cause.REPLACED, moment.now(), moment);
    return store(live.topic, put, How.REPLACED, moment);
  }

  private Stored store(TopicState topic, Put put, How how, Moment moment) {
    TopicSettings settings = topic.settings;
    Entry entry = ledger.create(topic, put.requireId());
    entry.created = moment.now();
    entry.firstItemAt = moment.up();
    entry.due = dueOf(put, moment.up(), moment);
    entry.position = put.due().isFront() ? ledger.frontPosition() : entry.due;
    entry.ttl = settings.ttlFor(put);
    entry.lease = put.lease();
    entry.backoff = put.backoff();
    entry.maxAttempts = settings.maxAttemptsFor(put);
    entry.attributes = put.attributes();
    if (put.mode() == PutMode.MERGE) {
      becomeMerged(entry, put.merge());
      ledger.contents().putItem(entry, 0, new Item(put.token(), put.body()));
    } else {
      entry.token = put.token();
      ledger.contents().putBody(entry, put.body());
    }
    lives.start(entry);
    return answer(entry, 0, put, how, entry.created, entry.due);
  }

  private Stored answer(Entry entry, int n, Put put, How how, long created, long due) {
    Stored stored = new Stored(
        put.topic(),
        entry.id,
        how,
        Instant.ofEpochMilli(created),
        Instant.ofEpochMilli(due),
        entry.itemCount());
    tokens.remember(entry, n, put, stored);
    return stored;
  }

  private static void becomeMerged(Entry entry, MergeOptions options) {
    entry.merged = true;
    entry.raw = options.raw();
    entry.itemsPerClaim = options.itemsPerClaim();
    entry.handed = entry.from;
    entry.everHanded = entry.from;
    entry.nextStart = entry.end;
  }

  private PutResult merge(Entry live, Put put, Moment moment) {
    if (live.itemCount() >= Entry.MAX_ITEMS) {
      throw BideException.tooLarge(
          "items",
          "of message " + live.id + " are " + Entry.MAX_ITEMS
              + " already; claim some before adding more");
    }
    if (!live.merged) {
      convert(live, put.merge());
    }
    int n = live.end;
    ledger.contents().putItem(live, n, new Item(put.token(), put.body()));
    live.end++;
    live.attributes = joined(live.attributes, put.attributes());
    long due =
        live.leased(moment.now()) ? mergeNext(live, n, put, moment) : mergeNow(live, put, moment);
    live.movable = false;
    ledger.save(live);
    return answer(live, n, put, How.MERGED, live.created, due);
  }

  /** A plain message becomes a merged one with its body as the first item. */
  private void convert(Entry live, MergeOptions options) {
    Item first = new Item(live.token, ledger.contents().plainBody(live));
    boolean handedOut = live.attempts > 0;
    boolean held = live.fence != 0;
    ledger.contents().dropBody(live);
    live.token = null;
    becomeMerged(live, options);
    ledger.contents().putItem(live, live.from, first);
    live.everHanded = handedOut ? live.end : live.from;
    live.handed = held ? live.end : live.from;
  }

  private static Map<String, String> joined(Map<String, String> old, Map<String, String> more) {
    if (more.isEmpty()) {
      return old;
    }
    Map<String, String> all = new LinkedHashMap<>(old);
    all.putAll(more);
    return all;
  }

  private long mergeNow(Entry live, Put put, Moment moment) {
    boolean moves =
        put.merge().due() == DueRule.MOVE || live.movable || live.leaseOver(moment.now());
    if (moves) {
      long due = dueOf(put, live.firstItemAt, moment);
      live.moveTo(due, put.due().isFront() ? ledger.frontPosition() : due);
    }
    return live.standsAt();
  }

  /** Added while somebody works on the message: the item belongs to the next generation. */
  private static long mergeNext(Entry live, int n, Put put, Moment moment) {
    boolean first = n == live.nextStart;
    if (first) {
      live.nextFirstAt = moment.up();
    }
    if (first || put.merge().due() == DueRule.MOVE) {
      live.nextDue = dueOf(put, live.nextFirstAt, moment);
    }
    return live.nextDue;
  }

  /** When the put is due: at most the longest wait after the first item, but not before now. */
  private static long dueOf(Put put, long firstItemAt, Moment moment) {
    long due = put.due().resolve(moment.up());
    Duration longest = put.merge().longestWait();
    if (put.mode() != PutMode.MERGE || longest == null) {
      return due;
    }
    return Math.max(moment.up(), Math.min(due, firstItemAt + Due.millisUp(longest)));
  }
}
