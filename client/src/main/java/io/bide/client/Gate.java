package io.bide.client;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.SystemTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Counts what is under way, lets nothing in once it is closed, and bounds what waits to be sent. */
final class Gate {
  private final long room;
  private boolean closed;
  private int inside;
  private long bytes;

  /**
   * An open one.
   *
   * @param room how many bytes may be under way
   */
  Gate(long room) {
    this.room = room;
  }

  static BideException closed() {
    return new BideException(ErrorCode.CLOSED, "the client has been closed; make a new one");
  }

  /** Makes a call, if it is not closed; what it throws fails the future. */
  <T> CompletableFuture<T> pass(Supplier<CompletableFuture<T>> call) {
    return enter() ? run(call) : CompletableFuture.failedFuture(closed());
  }

  /** Makes a call that is owed for another one: also when it is closed. */
  <T> CompletableFuture<T> owe(Supplier<CompletableFuture<T>> call) {
    stay();
    return run(call);
  }

  private <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call) {
    CompletableFuture<T> answer;
    try {
      answer = call.get();
    } catch (BideException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var unused = answer.whenComplete((value, failure) -> leave());
    return answer;
  }

  private synchronized boolean enter() {
    if (!closed) {
      inside++;
    }
    return !closed;
  }

  private synchronized void stay() {
    inside++;
  }

  private synchronized void leave() {
    inside--;
    notifyAll();
  }

  /** Takes room for what is to be sent. */
  synchronized void load(long size) {
    if (bytes > 0 && bytes + size > room) {
      throw new BideException(
          ErrorCode.OVERLOADED,
          "more than " + room + " bytes wait to be sent or answered; wait for answers first");
    }
    bytes += size;
  }

  synchronized void unload(long size) {
    bytes -= size;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Lets nobody in any more; false if it was closed before. */
  synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  /** Waits until all have left; false if they have not in time. */
  synchronized boolean awaitEmpty(Duration time) {
    long end = SystemTime.nanos() + time.toNanos();
    boolean interrupted = false;
    while (inside > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - SystemTime.nanos());
      if (left <= 0 || interrupted) {
        break;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return inside == 0;
  }
}
