package io.bide.store.redis;

import io.bide.Topic;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this node believes of topics: how many partitions they have, and whether they give death
 * notices. A script that knows better says so before it does anything.
 */
final class Directory {
  private static final int REMEMBERED = 50_000;

  private final ConcurrentHashMap<Topic, Facts> known = new ConcurrentHashMap<>();

  /** About a topic and its death notices. */
  record Facts(int partitions, boolean notices) {
    static final Facts NOTHING = new Facts(1, false);
  }

  Facts of(Topic topic) {
    return known.getOrDefault(topic.source(), Facts.NOTHING);
  }

  int partitions(Topic topic) {
    return of(topic).partitions();
  }

  int partitionOf(Topic topic, String id) {
    return Keys.partitionOf(topic, id, partitions(topic));
  }

  void partitions(Topic topic, int partitions) {
    note(topic, new Facts(partitions, of(topic).notices()));
  }

  void givesNotices(Topic topic) {
    note(topic, new Facts(of(topic).partitions(), true));
  }

  private void note(Topic topic, Facts facts) {
    if (known.size() >= REMEMBERED) {
      known.clear();
    }
    known.put(topic.source(), facts);
  }
}
