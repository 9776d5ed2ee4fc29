package io.bide.engine;

import io.bide.Topic;
import io.bide.store.Store;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lines of claims that wait for one message, by topic. While a topic has such lines it is watched,
 * because otherwise the store tells only what comes before everything else in the topic.
 */
final class Watches {
  private final Store store;
  private final ConcurrentHashMap<Topic, Set<Line>> lines = new ConcurrentHashMap<>();

  Watches(Store store) {
    this.store = store;
  }

  // The store is told inside compute: watching and no longer watching must not overtake each other.

  void add(Line line) {
    lines.compute(line.place().topic(), (topic, known) -> {
      Set<Line> set = known;
      if (set == null) {
        set = ConcurrentHashMap.newKeySet();
        store.watch(topic, true);
      }
      set.add(line);
      return set;
    });
  }

  void remove(Line line) {
    lines.computeIfPresent(line.place().topic(), (topic, set) -> {
      if (set.remove(line) && set.isEmpty()) {
        store.watch(topic, false);
        return null;
      }
      return set;
    });
  }

  Set<Line> of(Topic topic) {
    return lines.getOrDefault(topic, Set.of());
  }
}
