package io.bide.engine;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls in while the queue is open, works and has room, and knows when the last one has left.
 * Thread-safe.
 */
final class Gate {
  private final AtomicLong inside = new AtomicLong();
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private volatile boolean closed;
  private volatile @Nullable BideException failure;

  /** How much of one kind may be inside at the same time. */
  static final class Room {
    private final String what;
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    Room(String what, long limit) {
      this.what = what;
      this.limit = limit;
    }

    /** What is larger than the whole room goes in alone. */
    private void take(long weight) {
      long before = used.getAndAdd(weight);
      if (before > 0 && before + weight > limit) {
        give(weight);
        throw new BideException(
            ErrorCode.OVERLOADED,
            "the queue is overloaded: " + before + " " + what + " are under way and the most is "
                + limit + "; try again later");
      }
    }

    private void give(long weight) {
      used.addAndGet(-weight);
    }
  }

  /**
   * Takes a place.
   *
   * @throws BideException when the queue is closed, has failed or is full; then no place was taken
   */
  void enter(Room room, long weight) {
    inside.incrementAndGet();
    try {
      checkOpen();
      room.take(weight);
    } catch (BideException e) {
      departed();
      throw e;
    }
  }

  void leave(Room room, long weight) {
    room.give(weight);
    departed();
  }

  /** Makes a call of the queue's caller and hands its answer on, changed by {@code after}. */
  <T, R> CompletableFuture<R> pass(
      Room room, long weight, Supplier<CompletableFuture<T>> call, Function<T, R> after) {
    try {
      enter(room, weight);
    } catch (BideException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<R> answer = new CompletableFuture<>();
    Failures.whenDone(Failures.catching(call), (value, error) -> {
      room.give(weight);
      if (error == null) {
        answer.complete(after.apply(value));
      } else {
        answer.completeExceptionally(error);
      }
      departed();
    });
    return answer;
  }

  /** Takes a place for what the queue owes to somebody, also while it closes. */
  void owe() {
    inside.incrementAndGet();
  }

  /** Gives back a place taken by {@link #owe}. */
  void paid() {
    departed();
  }

  /** From now on every call fails with this. */
  void fail(BideException reason) {
    failure = reason;
  }

  /**
   * Lets nobody in any more.
   *
   * @return whether it was open
   */
  synchronized boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    if (inside.get() == 0) {
      empty.complete(null);
    }
    return true;
  }

  /** Waits until all have left; false if they have not in time. */
  boolean awaitEmpty(Duration most) {
    try {
      empty.get(most.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void checkOpen() {
    BideException reason = failure;
    if (reason != null) {
      throw reason;
    }
    if (closed) {
      throw new BideException(ErrorCode.CLOSED, "the queue has been closed");
    }
  }

  private void departed() {
    // Nobody enters once it is closed, except on behalf of somebody who is still inside.
    if (inside.decrementAndGet() == 0 && closed) {
      empty.complete(null);
    }
  }
}
