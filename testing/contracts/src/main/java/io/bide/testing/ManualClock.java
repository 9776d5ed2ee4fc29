package io.bide.testing;

import io.bide.store.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved, and the timer that goes with it: moving the clock runs
 * what has become due, in order, on the thread that moves it. Thread-safe.
 */
public final class ManualClock implements InstantSource, Timer {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::order));
  private Instant now;
  private long order;

  public ManualClock() {
    this(START);
  }

  public ManualClock(Instant start) {
    this.now = start;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized Runnable after(Duration delay, Runnable task) {
    Task entry = new Task(now.plus(delay), order++, task);
    tasks.add(entry);
    return () -> remove(entry);
  }

  /** Moves the clock and runs each task at its own time. */
  public void advance(Duration by) {
    advanceTo(instant().plus(by));
  }

  public void advanceTo(Instant target) {
    for (Task next = takeUntil(target); next != null; next = takeUntil(target)) {
      next.run().run();
    }
  }

  /** When the next task is due. */
  public synchronized Optional<Instant> next() {
    return Optional.ofNullable(tasks.peek()).map(Task::at);
  }

  /** How many tasks are waiting for their time. */
  public synchronized int waiting() {
    return tasks.size();
  }

  private synchronized @Nullable Task takeUntil(Instant target) {
    Task head = tasks.peek();
    if (head == null || head.at().isAfter(target)) {
      now = target.isAfter(now) ? target : now;
      return null;
    }
    now = head.at().isAfter(now) ? head.at() : now;
    return tasks.poll();
  }

  private synchronized void remove(Task task) {
    tasks.remove(task);
  }

  private record Task(Instant at, long order, Runnable run) {}
}
