package io.bide.client;

import io.bide.BideException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One item of a call on its way. Besides {@link #end}, only those touch it who have it at hand: the
 * lane it stands in, then the request it travels in.
 *
 * @param <R> its answer
 */
final class Item<R> {
  /** Besides its bytes: objects, and its share of a request. */
  private static final int OVERHEAD = 256;

  private final byte[] json;
  private final Group<R> group;
  private final int index;
  private final Deadline deadline;
  private final AtomicBoolean ended = new AtomicBoolean();
  private int tries;
  private boolean unknown;

  Item(byte[] json, Group<R> group, int index, Deadline deadline) {
    this.json = json;
    this.group = group;
    this.index = index;
    this.deadline = deadline;
  }

  byte[] json() {
    return json;
  }

  Deadline deadline() {
    return deadline;
  }

  /** How much room it takes while it is under way. */
  long weight() {
    return (long) json.length + OVERHEAD;
  }

  /** Whoever is told so may answer it; nobody else is. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  void answered(R result) {
    group.answered(index, result);
  }

  void failed(BideException error) {
    group.failed(index, error);
  }

  /** It failed, but may be worth another try; how often that has been so. */
  int tried(boolean nobodyCanTell) {
    unknown |= nobodyCanTell;
    return ++tries;
  }

  int tries() {
    return tries;
  }

  /** Whether it was sent before, and nobody can tell what became of it. */
  boolean unknown() {
    return unknown;
  }
}
