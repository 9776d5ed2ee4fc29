package io.bide.junit;

import io.bide.store.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The time of a test, and what is to be done when. What is due at once is done at once, on another
 * thread; everything else when the time is moved, on the thread that moves it. Thread-safe.
 */
final class Agenda implements InstantSource, Timer {
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::order));
  private final Executor executor;
  private Instant now;
  private long order;

  private record Entry(Instant at, long order, Runnable task) {}

  Agenda(Instant start, Executor executor) {
    this.now = start;
    this.executor = executor;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public Runnable after(Duration delay, Runnable task) {
    Entry entry = add(delay, task);
    if (!entry.at().isAfter(instant())) {
      executor.execute(this::runDue);
    }
    return () -> remove(entry);
  }

  /** When the next thing is to be done, if that is not after this time. */
  synchronized Optional<Instant> next(Instant last) {
    return Optional.ofNullable(entries.peek()).map(Entry::at).filter(at -> !at.isAfter(last));
  }

  /** It is this time now; does what is due. */
  void moveTo(Instant time) {
    synchronized (this) {
      now = time.isAfter(now) ? time : now;
    }
    runDue();
  }

  private void runDue() {
    for (Entry due = takeDue(); due != null; due = takeDue()) {
      due.task().run();
    }
  }

  private synchronized Entry add(Duration delay, Runnable task) {
    Entry entry = new Entry(now.plus(delay), order++, task);
    entries.add(entry);
    return entry;
  }

  private synchronized @Nullable Entry takeDue() {
    Entry head = entries.peek();
    return head == null || head.at().isAfter(now) ? null : entries.poll();
  }

  private synchronized void remove(Entry entry) {
    entries.remove(entry);
  }
}
