package io.bide.store.rocksdb;

import io.bide.Cause;
import io.bide.Due;
import io.bide.Event;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.rocksdb.EntryCodec.Item;
import io.bide.store.rocksdb.Ledger.Newest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How messages are found, and how they end: with a record that is remembered, a notice if the topic
 * asks for one, and what remains of a merged message.
 *
 * <p>All messages of one id form a list, newest first, through {@link Entry#older} and {@link
 * Entry#newer}; only the newest can be live. Ending one changes nothing in the list, and any of them
 * can be forgotten without looking at more than its neighbours.
 */
final class Lives {
  private final Ledger ledger;
  private final Wakeups wakeups;

  Lives(Ledger ledger, Wakeups wakeups) {
    this.ledger = ledger;
    this.wakeups = wakeups;
  }

  /** The live message of this id; one whose end is true but not yet written is written down first. */
  @Nullable
  Entry live(TopicState topic, String id, Moment moment) {
    Entry entry = newest(topic, id);
    if (entry == null || entry.ended != null || moment.now() < entry.deadline()) {
      return entry == null || entry.ended != null ? null : entry;
    }
    die(entry, moment);
    return live(topic, id, moment);
  }

  /** The newest ended message of this id that is still remembered. */
  @Nullable
  Entry remembered(TopicState topic, String id, Moment moment) {
    Entry entry = newest(topic, id);
    while (entry != null && !entry.remembered(moment.now())) {
      entry = older(entry);
    }
    return entry;
  }

  @Nullable
  Entry newest(TopicState topic, String id) {
    long sequence = ledger.newest(topic, id).sequence;
    return sequence == 0 ? null : ledger.get(topic, sequence);
  }

  /** The one before it in the list of its id. */
  @Nullable
  Entry older(Entry entry) {
    return entry.older == 0 ? null : ledger.get(entry.topic, entry.older);
  }

  /** What peek shows. */
  @Nullable
  Entry known(TopicState topic, String id, Moment moment) {
    Entry live = live(topic, id, moment);
    return live != null ? live : remembered(topic, id, moment);
  }

  /** Starts the life of a new entry. */
  void start(Entry entry) {
    Newest newest = ledger.newest(entry.topic, entry.id);
    entry.older = newest.sequence;
    Entry before = older(entry);
    if (before != null) {
      before.newer = entry.sequence;
      ledger.save(before);
    }
    newest.sequence = entry.sequence;
    ledger.save(newest);
    ledger.save(entry);
  }

  /** Writes down a death or expiry that time has brought. */
  void die(Entry entry, Moment moment) {
    State state = entry.attempts == 0 ? State.EXPIRED : State.DEAD;
    die(entry, state, entry.causeOfDeath(), entry.deadline(), moment);
  }

  /** Ends a message as dead or expired; items that were never handed out go on. */
  void die(Entry entry, State state, Cause cause, long at, Moment moment) {
    int taken = state == State.EXPIRED || !entry.merged ? entry.end : entry.everHanded;
    wakeups.died(new Event.Died(
        entry.topic.topic, Instant.ofEpochMilli(at), entry.id, state, cause, entry.attempts));
    end(entry, taken, state, cause, at, moment);
  }

  /** Ends the items below {@code taken}; the others go on as a new message of the same id. */
  void end(Entry entry, int taken, State state, Cause cause, long at, Moment moment) {
    boolean dies = state == State.DEAD || state == State.EXPIRED;
    Remainder remainder =
        taken < entry.end ? Remainder.of(entry, taken, at, dies ? at : moment.up()) : null;
    TopicState topic = entry.topic;
    entry.end = Math.max(taken, entry.from);
    entry.ended = state;
    entry.cause = cause;
    entry.endedAt = at;
    if (dies) {
      notice(entry, at);
    }
    remember(entry, moment);
    if (remainder != null) {
      start(remainder.entry(ledger.create(topic, entry.id)));
    }
  }

  /** Keeps an ended message for as long as the topic says. */
  private void remember(Entry entry, Moment moment) {
    State state = Objects.requireNonNull(entry.ended);
    TopicSettings settings = entry.topic.settings;
    entry.leaseEnd = 0;
    entry.forgetAt = entry.endedAt + Due.millisUp(settings.retentionOf(state));
    if (!settings.keepsBodyOf(state)) {
      entry.bodyDropped = true;
      if (!entry.merged) {
        ledger.contents().dropBody(entry);
      }
    }
    if (entry.forgetAt <= moment.now()) {
      forget(entry);
    } else {
      ledger.save(entry);
    }
  }

  /** An ended message becomes DONE after all. */
  void turnDone(Entry entry, Moment moment) {
    entry.ended = State.DONE;
    entry.cause = Cause.ACKED;
    entry.endedAt = moment.now();
    remember(entry, moment);
  }

  /** Removes a message and everything that belongs to it. */
  void forget(Entry entry) {
    unlink(entry);
    dropContent(entry);
    ledger.remove(entry);
  }

  /** Takes a message out of the list of its id. */
  void unlink(Entry entry) {
    if (entry.newer != 0) {
      Entry after = ledger.get(entry.topic, entry.newer);
      after.older = entry.older;
      ledger.save(after);
    } else {
      // Nothing is newer, so the index of ids names this one: it need not be read to know that.
      ledger.expect(entry);
      Newest newest = ledger.newest(entry.topic, entry.id);
      newest.sequence = entry.older;
      ledger.save(newest);
    }
    Entry before = older(entry);
    if (before != null) {
      before.newer = entry.newer;
      ledger.save(before);
    }
    entry.older = 0;
    entry.newer = 0;
  }

  /** Removes bodies, items and tokens. */
  void dropContent(Entry entry) {
    if (entry.merged) {
      for (int n = entry.from; n < entry.end; n++) {
        ledger.contents().dropItem(entry, n);
      }
      return;
    }
    ledger.contents().dropBody(entry);
    ledger.contents().dropToken(entry, 0, entry.token);
  }

  private void notice(Entry dead, long at) {
    if (!dead.topic.givesNotices()) {
      return;
    }
    Topic noticeTopic = dead.topic.topic.deathNotices();
    Entry notice = ledger.create(ledger.register(noticeTopic), dead.id + "#" + dead.sequence);
    notice.created = at;
    notice.due = at;
    notice.position = at;
    notice.firstItemAt = at;
    notice.maxAttempts = Put.UNLIMITED;
    notice.itemsPerClaim = MergeOptions.MAX_ITEMS_PER_CLAIM;
    notice.attributes = noticeAttributes(dead);
    copyContent(dead, notice, false);
    start(notice);
  }

  private static Map<String, String> noticeAttributes(Entry dead) {
    Map<String, String> attributes = new LinkedHashMap<>(dead.attributes);
    attributes.put("bide.id", dead.id);
    attributes.put("bide.cause", String.valueOf(dead.cause));
    attributes.put("bide.state", String.valueOf(dead.ended));
    attributes.put("bide.attempts", Integer.toString(dead.attempts));
    return attributes;
  }

  /** Copies bodies or items, the latter into a chain of their own. */
  void copyContent(Entry source, Entry target, boolean withTokens) {
    target.merged = source.merged;
    target.raw = source.raw;
    if (!source.merged) {
      ledger.contents().putBody(target, ledger.contents().plainBody(source));
      return;
    }
    target.end = source.itemCount();
    for (int n = 0; n < target.end; n++) {
      Item item = ledger.contents().item(source, source.from + n);
      ledger.contents().putItem(target, n, withTokens ? item : new Item(null, item.body()));
    }
  }

  /**
   * Writes down the deaths that have become true in a topic, as far as the budget allows.
   *
   * @return how many
   */
  int recordDeaths(TopicState topic, int budget, Moment moment) {
    int died = 0;
    while (topic.deadline.at() <= moment.now() && died < budget) {
      List<Long> dying = dying(topic, budget - died, moment);
      if (dying.isEmpty()) {
        break;
      }
      died += dieInOrder(topic, dying, moment);
    }
    return died;
  }

  /** Stops where something that goes on after a death dies before the next one. */
  private int dieInOrder(TopicState topic, List<Long> dying, Moment moment) {
    int died = 0;
    for (long sequence : dying) {
      Entry entry = ledger.get(topic, sequence);
      if (topic.deadline.at() < entry.deadline()) {
        break;
      }
      die(entry, moment);
      died++;
    }
    return died;
  }

  /** When the next message of a topic can die; {@link Long#MAX_VALUE} if none can. */
  long nextDeath(TopicState topic) {
    if (!topic.deadline.isClear()) {
      try (IndexScan scan = IndexScan.deadlines(ledger, topic)) {
        scan.rest();
      }
    }
    return topic.deadline.at();
  }

  /** The messages whose deadline has passed, in order; moves the head of the index past them. */
  private List<Long> dying(TopicState topic, int most, Moment moment) {
    List<Long> dying = new ArrayList<>();
    try (IndexScan scan = IndexScan.deadlines(ledger, topic)) {
      while (scan.valid() && scan.at() <= moment.now() && dying.size() < most) {
        dying.add(scan.sequence());
        scan.next();
      }
      scan.rest();
    }
    topic.countersDirty = true;
    ledger.touch(topic);
    return dying;
  }
}
