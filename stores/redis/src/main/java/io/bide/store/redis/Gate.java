package io.bide.store.redis;

import io.bide.BideException;
import io.bide.SystemTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Counts the calls that are under way, and lets none through once it is closed. */
final class Gate {
  private int inside;
  private boolean closed;

  /** Makes a call, unless the gate is closed; whatever it throws fails its future. */
  <T> CompletableFuture<T> through(Supplier<CompletableFuture<T>> call) {
    return through(call, error -> Failures.of(error, true));
  }

  /** Makes a call that changes nothing, so that its outcome is never unknown. */
  <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
    return through(call, Failures::ofRead);
  }

  private <T> CompletableFuture<T> through(
      Supplier<CompletableFuture<T>> call, Function<Throwable, BideException> failure) {
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(Link.closed());
      }
      inside++;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      var unused = call.get().whenComplete((value, error) -> {
        left();
        if (error == null) {
          result.complete(value);
        } else {
          result.completeExceptionally(failure.apply(error));
        }
      });
    } catch (RuntimeException e) {
      left();
      result.completeExceptionally(failure.apply(e));
    }
    return result;
  }

  private synchronized void left() {
    inside--;
    notifyAll();
  }

  /**
   * Closes the gate and waits until everybody has left, but not for ever.
   *
   * @return false if it was closed before
   */
  synchronized boolean close(Duration patience) {
    if (closed) {
      return false;
    }
    closed = true;
    long end = SystemTime.nanos() + patience.toNanos();
    while (inside > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - SystemTime.nanos());
      if (left <= 0) {
        break;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    return true;
  }
}
