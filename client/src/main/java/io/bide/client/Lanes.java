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
 * only while it has items or requests. It has one request under way, and a second one only if that is
 * full or the first one is {@linkplain #slow slow}: what comes meanwhile makes one large request in
 * place of several small ones, each of which costs more than what it carries. All lanes together have
 * not many, whatever their number; they take turns. Thread-safe.
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
    private long bytes;
    private int inFlight;
    private int slow;
    private boolean ready;

    Lane(K key) {
      this.key = key;
    }

    void add(Item<R> item) {
      items.add(item);
      bytes += item.json().length;
    }

    Item<R> remove() {
      Item<R> item = items.remove();
      bytes -= item.json().length;
      return item;
    }

    boolean maySend(Limits limits) {
      boolean full = items.size() >= limits.batch() || bytes >= limits.gatheredBytes();
      return !items.isEmpty() && inFlight < MOST_PER_LANE && (full || inFlight == slow);
    }
  }

  /** Items that travel together, until they have {@linkplain #landed landed}. */
  static final class Batch<K, R> {
    private final Lane<K, R> lane;
    private final List<Item<R>> items;
    private boolean slow;
    private boolean landed;

    private Batch(Lane<K, R> lane, List<Item<R>> items) {
      this.lane = lane;
      this.items = items;
    }

    K key() {
      return lane.key;
    }

    List<Item<R>> items() {
      return items;
    }
  }

  synchronized void add(K key, List<Item<R>> items, Limits limits) {
    Lane<K, R> lane = lanes.computeIfAbsent(key, Lane::new);
    items.forEach(lane::add);
    offer(lane, limits);
  }

  private void offer(Lane<K, R> lane, Limits limits) {
    if (!lane.ready && lane.maySend(limits)) {
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
    Batch<K, R> batch = new Batch<>(lane, take(lane, limits));
    inFlight++;
    lane.inFlight++;
    offer(lane, limits);
    return batch;
  }

  /** At least one, so that what is larger than a request should be travels alone. */
  private List<Item<R>> take(Lane<K, R> lane, Limits limits) {
    Deque<Item<R>> from = lane.items;
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
      taken.add(lane.remove());
    }
    return taken;
  }

  /**
   * Lets the others of its lane go, because this one takes long: its connection may be gone without a
   * word, or the server far away.
   */
  synchronized void slow(Batch<K, R> batch, Limits limits) {
    if (!batch.landed && !batch.slow) {
      batch.slow = true;
      batch.lane.slow++;
      offer(batch.lane, limits);
    }
  }

  synchronized void landed(Batch<K, R> batch, Limits limits) {
    Lane<K, R> lane = batch.lane;
    if (batch.landed) {
      throw new IllegalStateException("a request has landed twice");
    }
    batch.landed = true;
    inFlight--;
    lane.inFlight--;
    if (batch.slow) {
      lane.slow--;
    }
    offer(lane, limits);
    if (lane.inFlight == 0 && lane.items.isEmpty()) {
      lanes.remove(lane.key);
    }
  }
}
