package io.bide.engine;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Topic;
import io.bide.store.ClaimRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One claim from its call to its answer. It stands in the {@link Line} of each topic it has asked,
 * and belongs to at most one of them at a time: only that one may ask the store for it. Between its
 * first look into all its topics and its answer it belongs to none: it is parked.
 *
 * <p>A line that would have asked for it while it belonged to another one is remembered and told when
 * it is free again; so no line's wake-up is lost.
 *
 * <p>What the store has answered ({@link #got}, {@link #nextTopic}) is touched only by the thread that
 * handles the answer of the line it belongs to. Everything else is guarded by the waiter's monitor,
 * which may be taken while a line's is held, never the other way round.
 */
final class Waiter {
  /** What a line may do with a waiter that stands in it. */
  enum Turn {
    /** It belongs to the line now: ask for it. */
    MINE,
    /** It belongs to another line, or its answer is being handled. */
    BUSY,
    /** It has its answer. */
    OVER
  }

  private final CompletableFuture<Claimed> answer = new CompletableFuture<>();
  private final Claim claim;
  private final List<Topic> topics;
  private final long since;
  private ClaimRequest request;

  private List<Delivery> got = List.of();
  private int nextTopic;

  private final List<Line> lines = new ArrayList<>(1);
  private final List<Line> missed = new ArrayList<>(0);
  private @Nullable Line owner;
  private boolean queued;
  private boolean parked;
  private boolean late;
  private boolean over;
  private @Nullable Runnable timeout;

  Waiter(Claim claim, long nanos) {
    this.claim = claim;
    this.topics = claim.topics().size() == 1
        ? claim.topics()
        : claim.topics().stream().distinct().toList();
    this.since = nanos;
    this.request = ClaimRequest.of(claim, claim.max());
  }

  CompletableFuture<Claimed> answer() {
    return answer;
  }

  Claim claim() {
    return claim;
  }

  /** When the claim was made, in nanoseconds. */
  long since() {
    return since;
  }

  ClaimRequest request() {
    return request;
  }

  /** Whether it may be parked. */
  boolean patient() {
    return !claim.waitUpTo().isZero();
  }

  // Only for the thread that handles the answer of the line it belongs to.

  List<Delivery> got() {
    return got;
  }

  void add(List<Delivery> deliveries) {
    if (got.isEmpty()) {
      got = deliveries;
    } else {
      List<Delivery> both = new ArrayList<>(got);
      both.addAll(deliveries);
      got = both;
    }
    if (!full()) {
      request = ClaimRequest.of(claim, claim.max() - got.size());
    }
  }

  boolean full() {
    return got.size() >= claim.max();
  }

  /** The next topic of its first look; absent when it has asked all of them. */
  @Nullable
  Topic nextTopic() {
    return nextTopic < topics.size() ? topics.get(nextTopic++) : null;
  }

  // Guarded by its monitor.

  /** It now stands in this line and waits for its turn there; false when it is over. */
  synchronized boolean join(Line line) {
    if (over) {
      return false;
    }
    owner = line;
    queued = true;
    lines.add(line);
    return true;
  }

  synchronized Turn take(Line line) {
    if (over) {
      return Turn.OVER;
    }
    if (owner == null || (owner == line && queued)) {
      owner = line;
      queued = false;
      return Turn.MINE;
    }
    if (!missed.contains(line)) {
      missed.add(line);
    }
    return Turn.BUSY;
  }

  /** Whether it waits for its turn in this line. */
  synchronized boolean queuedFor(Line line) {
    return owner == line && queued && !over;
  }

  /** Its line has to ask again. */
  synchronized void requeue() {
    queued = true;
  }

  /** Belongs to no line from now on; false when its time is up or it is over. */
  synchronized boolean free() {
    if (late || over) {
      return false;
    }
    owner = null;
    return true;
  }

  /** The lines that would have asked for it while it belonged to another one. */
  synchronized List<Line> takeMissed() {
    if (missed.isEmpty()) {
      return List.of();
    }
    List<Line> all = List.copyOf(missed);
    missed.clear();
    return all;
  }

  /** Counts as parked from now on; false when it did already, or is over. */
  synchronized boolean park() {
    if (parked || over) {
      return false;
    }
    parked = true;
    return true;
  }

  /** Keeps what takes its time-out back. */
  synchronized void timeout(Runnable cancel) {
    if (over) {
      cancel.run();
    } else {
      timeout = cancel;
    }
  }

  synchronized boolean parked() {
    return parked;
  }

  /** Its time is up: over now if it belongs to no line, else when that line has its answer. */
  synchronized boolean expire() {
    late = true;
    return owner == null && end();
  }

  /** Ends it; false when it was over already. */
  synchronized boolean end() {
    if (over) {
      return false;
    }
    over = true;
    if (timeout != null) {
      timeout.run();
    }
    return true;
  }

  /** Where it stands. */
  synchronized List<Line> lines() {
    return List.copyOf(lines);
  }
}
