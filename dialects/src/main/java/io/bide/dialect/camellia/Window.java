package io.bide.dialect.camellia;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What happened within one minute. Thread-safe. */
final class Window {
  /** Whoever makes more topics than this in a minute does not look at them one by one. */
  private static final int MOST_TOPICS = 10_000;

  final long index;
  private final Map<String, Counts> topics = new ConcurrentHashMap<>();
  private final Counts others = new Counts("");

  Window(long index) {
    this.index = index;
  }

  Counts of(String topic) {
    Counts counts = topics.get(topic);
    if (counts != null) {
      return counts;
    }
    return topics.size() < MOST_TOPICS ? topics.computeIfAbsent(topic, Counts::new) : others;
  }

  /** By name. */
  List<Counts> all() {
    return topics.values().stream()
        .sorted(Comparator.comparing(counts -> counts.topic))
        .toList();
  }

  /** What happened in one topic. */
  static final class Counts {
    final String topic;
    final LongAdder sends = new LongAdder();
    final LongAdder pulls = new LongAdder();
    final LongAdder deletes = new LongAdder();
    final LongAdder acks = new LongAdder();
    final LongAdder looks = new LongAdder();
    final LongAdder ready = new LongAdder();
    final LongAdder endOfLife = new LongAdder();
    final LongAdder timeouts = new LongAdder();
    private final LongAdder gaps = new LongAdder();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    private Counts(String topic) {
      this.topic = topic;
    }

    /** A message was pulled this long after its trigger time. */
    void pulled(long gapMillis) {
      pulls.increment();
      gaps.add(gapMillis);
      longest.accumulate(gapMillis);
    }

    double averageGap() {
      long count = pulls.sum();
      return count == 0 ? 0 : (double) gaps.sum() / count;
    }

    long longestGap() {
      return longest.get();
    }
  }
}
