package io.bide.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait for a request, each in the lane of those with which it can share one. A lane exists
 * only while it has items or requests. Each has few requests under way, and all of them together not
 * many, whatever the number of lanes; lanes take turns. Thread-safe.
 */
final class Lanes<K, R> {
  static final int MOST_PER_LANE = 2;
  static final int MOST = 32;
  /** Items with deadlines further apart do not travel together: the earliest is that of the request. */
  private static final long MOST_APART = TimeUnit.SECONDS.toNanos(1);

  private final Map<K, Lane<K, R>> lanes = new HashMap<>();
  private final Deque<Lane<K, R>> ready = new ArrayDeque<>();
  private int inFlight;

  /** Items that wait, and how many requests are under way for such. */
  private static final class Lane<K, R> {
    private final K key;
    private final Deque<Item<R>> items = new ArrayDeque<>();
    private int inFlight;
    private boolean ready;

    Lane(K key) {
      this.key = key;
    }
  }

  /** Items that travel together, until they have {@linkplain #landed landed}. */
  record Batch<K, R>(K key, List<Item<R>> items) {}

  synchronized void add(K key, List<Item<R>> items) {
    Lane<K, R> lane = lanes.computeIfAbsent(key, Lane::new);
    lane.items.addAll(items);
    offer(lane);
  }

  private void offer(Lane<K, R> lane) {
    if (!lane.ready && !lane.items.isEmpty() && lane.inFlight < MOST_PER_LANE) {
      lane.ready = true;
      ready.add(lane);
    }
  }

  /** What is to be sent now; null if nothing is. */
  synchronized @Nullable Batch<K, R> next(Limits limits) {
    if (inFlight >= MOST || ready.isEmpty()) {
      return null;
    }
    Lane<K, R> lane = ready.remove();
    lane.ready = false;
    Batch<K, R> batch = new Batch<>(lane.key, take(lane.items, limits));
    inFlight++;
    lane.inFlight++;
    offer(lane);
    return batch;
  }

  /** At least one, so that what is larger than a request should be travels alone. */
  private List<Item<R>> take(Deque<Item<R>> from, Limits limits) {
    List<Item<R>> taken = new ArrayList<>(Math.min(from.size(), limits.batch()));
    long latest = from.element().deadline().nanos() + MOST_APART;
    long bytes = 1;
    for (Item<R> item = from.peek(); item != null; item = from.peek()) {
      bytes += item.json().length + 1;
      boolean full = taken.size() == limits.batch()
          || bytes > limits.gatheredBytes()
          || item.deadline().nanos() - latest > 0;
      if (full && !taken.isEmpty()) {
        break;
      }
      taken.add(from.remove());
    }
    return taken;
  }

  synchronized void landed(Batch<K, R> batch) {
    Lane<K, R> lane = lanes.get(batch.key());
    if (lane == null) {
      throw new IllegalStateException("no lane has such a request under way");
    }
    inFlight--;
    lane.inFlight--;
    offer(lane);
    if (lane.inFlight == 0 && lane.items.isEmpty()) {
      lanes.remove(lane.key);
    }
  }
}
