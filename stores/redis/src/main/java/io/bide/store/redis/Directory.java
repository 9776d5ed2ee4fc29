package io.bide.store.redis;

import io.bide.Topic;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this node believes of topics: how many partitions they have, and whether they give death
 * notices. A script that knows better says so before it does anything.
 */
final class Directory {
  private static final int REMEMBERED = 50_000;

  private final Facts nothingKnown;
  private final ConcurrentHashMap<Topic, Facts> known = new ConcurrentHashMap<>();

  /** About a topic and its death notices. */
  record Facts(int partitions, boolean notices) {}

  /**
   * Nothing is known yet.
   *
   * @param leastPartitions how many every topic has
   */
  Directory(int leastPartitions) {
    nothingKnown = new Facts(leastPartitions, false);
  }

  Facts of(Topic topic) {
    return known.getOrDefault(topic.source(), nothingKnown);
  }

  int partitions(Topic topic) {
    return of(topic).partitions();
  }

  /** How many partitions a topic has that asks for so many. */
  int partitionsFor(int wanted) {
    return Math.max(wanted, nothingKnown.partitions());
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
