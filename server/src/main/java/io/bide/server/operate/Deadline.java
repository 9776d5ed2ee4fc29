package io.bide.server.operate;

import io.bide.store.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a question that may never be answered: at most one at a time is under way, whoever asks
 * meanwhile waits for the same answer, and nobody waits longer than the deadline. Thread-safe.
 */
final class Deadline<T> {
  private final Timer timer;
  private final Duration most;
  private final Supplier<CompletableFuture<T>> question;
  private final AtomicReference<@Nullable CompletableFuture<T>> underWay = new AtomicReference<>();

  Deadline(Timer timer, Duration most, Supplier<CompletableFuture<T>> question) {
    this.timer = timer;
    this.most = most;
    this.question = question;
  }

  /** The answer; fails with {@code late} when the deadline has passed. */
  CompletableFuture<T> ask(Supplier<? extends RuntimeException> late) {
    CompletableFuture<T> mine = answer().copy();
    if (mine.isDone()) {
      return mine;
    }
    Runnable stop = timer.after(most, () -> mine.completeExceptionally(late.get()));
    return mine.whenComplete((value, failure) -> stop.run());
  }

  private CompletableFuture<T> answer() {
    CompletableFuture<T> fresh = new CompletableFuture<>();
    CompletableFuture<T> there = underWay.compareAndExchange(null, fresh);
    if (there != null) {
      return there;
    }
    var unused = catching().whenComplete((value, failure) -> {
      underWay.set(null);
      if (failure == null) {
        fresh.complete(value);
      } else {
        fresh.completeExceptionally(failure);
      }
    });
    return fresh;
  }

  private CompletableFuture<T> catching() {
    try {
      return question.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
