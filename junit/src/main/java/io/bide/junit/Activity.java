package io.bide.junit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what is under way: calls of the store, and handlers. Whatever one of them sets off begins
 * before it ends itself, so that the count is zero only when nothing follows. Thread-safe.
 */
final class Activity {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();
  private int open;
  private long begun;

  void begin() {
    lock.lock();
    try {
      open++;
      begun++;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      open--;
      if (open == 0) {
        over.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A call counts until what hangs on its answer has run. */
  <T> CompletableFuture<T> during(CompletableFuture<T> call) {
    begin();
    CompletableFuture<T> answer = new CompletableFuture<>();
    var unused = call.whenComplete((value, error) -> {
      try {
        if (error == null) {
          answer.complete(value);
        } else {
          answer.completeExceptionally(error);
        }
      } finally {
        end();
      }
    });
    return answer;
  }

  /** A task counts until it has returned. */
  Runnable during(Runnable task) {
    begin();
    return () -> {
      try {
        task.run();
      } finally {
        end();
      }
    };
  }

  /** How many have begun so far: more than before means that something has happened. */
  long begun() {
    lock.lock();
    try {
      return begun;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until nothing is under way, by the clock of the machine.
   *
   * @return how many still are
   */
  int awaitNone(Duration most) throws InterruptedException {
    lock.lock();
    try {
      long left = most.toNanos();
      while (open > 0 && left > 0) {
        left = over.awaitNanos(left);
      }
      return open;
    } finally {
      lock.unlock();
    }
  }
}
