package io.bide.testing;

import io.bide.Cause;
import io.bide.Due;
import io.bide.Event;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All topics, and how messages come to an end: the state as a function of the record and the time,
 * writing down what has become true, what goes on afterwards, and what is remembered.
 */
class Life {
  final TreeMap<Topic, MemoryTopic> topics = new TreeMap<>();
  /** Topics in which something may have become ready, since these were last told. */
  final Set<Topic> changed = new LinkedHashSet<>();
  /** Deaths since these were last told. */
  final List<Event.Died> deaths = new ArrayList<>();

  long lastSequence;
  private long lastFence;
  private long lastFront;

  /**
   * What a record is at some time.
   *
   * @param since from when on it has been so
   * @param cause why it ended, if it did
   */
  record Judgement(State state, long since, @Nullable Cause cause) {}

  private record Ending(MemoryMessage message, Judgement judgement) {}

  Judgement judge(MemoryMessage message, long now) {
    Long expiry = message.expiry;
    Long leaseEnd = message.leaseEnd;
    if (leaseEnd == null) {
      return judgeWithoutLease(message, expiry, now);
    }
    if (now < leaseEnd) {
      return new Judgement(State.LEASED, message.claimed == null ? now : message.claimed, null);
    }
    if (message.attempts == message.maxAttempts) {
      return new Judgement(State.DEAD, leaseEnd, Cause.ATTEMPTS);
    }
    if (expiry != null && now >= Math.max(leaseEnd, expiry)) {
      return new Judgement(State.DEAD, Math.max(leaseEnd, expiry), Cause.TTL);
    }
    return new Judgement(State.READY, leaseEnd, null);
  }

  private static Judgement judgeWithoutLease(
      MemoryMessage message, @Nullable Long expiry, long now) {
    if (expiry != null && now >= expiry) {
      State state = message.attempts == 0 ? State.EXPIRED : State.DEAD;
      return new Judgement(state, expiry, Cause.TTL);
    }
    if (message.front == 0 && now < message.position) {
      return new Judgement(State.WAITING, message.created, null);
    }
    return new Judgement(State.READY, message.next(), null);
  }

  State stateOf(MemoryMessage message, long now) {
    return message.end == null ? judge(message, now).state() : message.endState();
  }

  long nextSequence() {
    return ++lastSequence;
  }

  long nextFence() {
    return ++lastFence;
  }

  /** The place of what is put to the front now, or of what is not. */
  long nextFront(Due due) {
    return due.isFront() ? ++lastFront : 0;
  }

  /** The topic, which exists from now on. */
  MemoryTopic open(Topic name) {
    return topics.computeIfAbsent(name, MemoryTopic::new);
  }

  /** Writes down what is true in a topic, and finds it: every operation begins like this. */
  Optional<MemoryTopic> begin(Topic name, Now now) {
    if (name.isDeathNotices()) {
      writeDown(name.source(), now);
    }
    writeDown(name, now);
    return Optional.ofNullable(topics.get(name));
  }

  private void writeDown(Topic name, Now now) {
    MemoryTopic topic = topics.get(name);
    if (topic != null) {
      writeDown(topic, now, Integer.MAX_VALUE);
      topic.forget(now.down());
    }
  }

  /** One after the other, because what goes on after a death may itself have expired since. */
  int writeDown(MemoryTopic topic, Now now, int limit) {
    int written = 0;
    while (written < limit) {
      Optional<Ending> first = firstEnding(topic, now.down());
      if (first.isEmpty()) {
        break;
      }
      MemoryMessage message = first.get().message();
      Judgement judgement = first.get().judgement();
      die(topic, message, judgement.state(), judgement.cause(), judgement.since(), now);
      written++;
    }
    return written;
  }

  private Optional<Ending> firstEnding(MemoryTopic topic, long now) {
    return topic.live.values().stream()
        .map(message -> new Ending(message, judge(message, now)))
        .filter(ending -> !ending.judgement().state().live())
        .min(Comparator.comparingLong((Ending ending) -> ending.judgement().since())
            .thenComparingLong(ending -> ending.message().sequence));
  }

  /** Death takes what was ever handed out, expiry takes all. */
  void die(
      MemoryTopic topic,
      MemoryMessage message,
      State state,
      @Nullable Cause why,
      long at,
      Now now) {
    Cause cause = why == null ? Cause.TTL : why;
    int taken = state == State.DEAD ? message.everHandedOut : message.items.size();
    end(topic, message, taken, state, cause, new Now(Instant.ofEpochMilli(at), at, at), now);
    deaths.add(new Event.Died(
        topic.name, Instant.ofEpochMilli(at), message.id, state, cause, message.attempts));
  }

  /**
   * Ends the first items of a message; the others go on under a new sequence.
   *
   * @param at when it ended
   * @param now when this is written down
   */
  void end(
      MemoryTopic topic,
      MemoryMessage message,
      int taken,
      State state,
      Cause cause,
      Now at,
      Now now) {
    List<Item> others = List.copyOf(message.items.subList(taken, message.items.size()));
    message.keepFirstItems(taken);
    topic.live.remove(message.id);
    remember(topic, message, state, cause, at.down(), now);
    if ((state == State.DEAD || state == State.EXPIRED) && topic.settings.deathNotices()) {
      notice(message, state, cause, at.down());
    }
    if (!others.isEmpty()) {
      MemoryMessage rest = message.goOn(nextSequence(), others);
      placeRest(rest, message, taken, at);
      topic.live.put(rest.id, rest);
      changed.add(topic.name);
    }
  }

  /** Ends all items. */
  void end(MemoryTopic topic, MemoryMessage message, State state, Cause cause, Now now) {
    end(topic, message, message.items.size(), state, cause, now, now);
  }

  /** When what remains of a message is due, given the message as it was and when it ended. */
  void placeRest(MemoryMessage rest, MemoryMessage from, int taken, Now at) {
    rest.created = at.down();
    Long nextDue = from.nextDue;
    if (from.leaseRuns(at.down()) && taken >= from.itemsAtClaim && nextDue != null) {
      rest.firstItem = from.nextFirstItem;
      rest.setDue(nextDue, 0);
    } else if (from.movedAfterLease() && from.front == 0) {
      rest.setDue(from.position, 0);
    } else {
      rest.setDue(at.up(), 0);
    }
  }

  void remember(
      MemoryTopic topic, MemoryMessage message, State state, Cause cause, long at, Now now) {
    TopicSettings settings = topic.settings;
    boolean bodies = settings.keepsBodyOf(state) && (message.end == null || message.end.bodies());
    long forgetAt = at + Due.millisUp(settings.retentionOf(state));
    message.end = new MemoryMessage.End(state, at, cause, forgetAt, bodies);
    topic.ended.remove(message);
    if (now.down() < forgetAt) {
      topic.ended.add(message);
    }
  }

  void notice(MemoryMessage dead, State state, Cause cause, long at) {
    if (dead.topic.isDeathNotices()) {
      return;
    }
    Topic name = dead.topic.deathNotices();
    MemoryMessage notice = new MemoryMessage(name, dead.id + "#" + dead.sequence, nextSequence());
    dead.items.forEach(item -> notice.items.add(new Item(item.body, null)));
    notice.merged = dead.merged;
    notice.raw = dead.raw;
    notice.attributes.putAll(dead.attributes);
    notice.attributes.put("bide.id", dead.id);
    notice.attributes.put("bide.cause", cause.name());
    notice.attributes.put("bide.state", state.name());
    notice.attributes.put("bide.attempts", Integer.toString(dead.attempts));
    notice.created = at;
    notice.firstItem = at;
    notice.setDue(at, 0);
    open(name).live.put(notice.id, notice);
    changed.add(name);
  }

  /** The live message, else the newest ended one that is remembered. */
  static @Nullable MemoryMessage find(MemoryTopic topic, String id) {
    MemoryMessage live = topic.live.get(id);
    return live != null ? live : topic.newestEnded(id);
  }
}
