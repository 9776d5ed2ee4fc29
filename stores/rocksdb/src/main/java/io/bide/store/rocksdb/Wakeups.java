package io.bide.store.rocksdb;

import io.bide.Event;
import io.bide.Topic;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the listener has to be told once the changes behind it are durable. A topic is told only when
 * something in it becomes ready earlier than its claimers know, or when it is watched.
 */
final class Wakeups {
  private final Map<Topic, Integer> watched = new HashMap<>();
  private Map<Topic, Long> due = new LinkedHashMap<>();
  private List<Event.Died> deaths = new ArrayList<>();
  private Set<String> records = new LinkedHashSet<>();

  void watch(Topic topic, boolean on) {
    watched.compute(topic, (name, watchers) -> {
      int left = (watchers == null ? 0 : watchers) + (on ? 1 : -1);
      return left <= 0 ? null : left;
    });
  }

  /** Something in the topic can be claimed from then on. */
  void ready(TopicState topic, long at) {
    if (at < topic.announced) {
      topic.announced = at;
      due.merge(topic.topic, at, Math::min);
    } else if (!watched.isEmpty() && watched.containsKey(topic.topic)) {
      due.merge(topic.topic, at, Math::min);
    }
  }

  /** Something in the topic dies at that time if nothing happens. */
  void mortal(TopicState topic, long at) {
    if (topic.givesNotices() && at < topic.announcedDeath) {
      topic.announcedDeath = at;
      due.merge(topic.topic.deathNotices(), at, Math::min);
    }
  }

  void died(Event.Died death) {
    deaths.add(death);
  }

  void recordChanged(String key) {
    records.add(key);
  }

  boolean isEmpty() {
    return due.isEmpty() && deaths.isEmpty() && records.isEmpty();
  }

  /** Hands over what was gathered. */
  Wakeups take() {
    Wakeups taken = new Wakeups();
    taken.due = due;
    taken.deaths = deaths;
    taken.records = records;
    due = new LinkedHashMap<>();
    deaths = new ArrayList<>();
    records = new LinkedHashSet<>();
    return taken;
  }

  void tell(StoreListener listener, Instant now) {
    due.forEach((topic, at) -> listener.due(topic, until(at, now)));
    deaths.forEach(listener::died);
    records.forEach(listener::recordChanged);
  }

  private static Duration until(long at, Instant now) {
    Duration left = Duration.between(now, Instant.ofEpochMilli(at));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
