package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way: applied by the writer, answered after the sync. A call that only looks is
 * prepared by the writer and done by the reader.
 */
final class Command<T> {
  /** What the writer does, and what is to be answered: a value, or how to find it. */
  interface Work<T> {
    Supplier<? extends T> apply(Machine machine, Moment moment);
  }

  private final Work<T> work;
  private final boolean reads;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private @Nullable Supplier<? extends T> answer;
  private @Nullable BideException failure;

  private Command(Work<T> work, boolean reads) {
    this.work = work;
    this.reads = reads;
  }

  static <T> Command<T> writing(Work<T> work) {
    return new Command<>(work, false);
  }

  static <T> Command<T> reading(Work<T> work) {
    return new Command<>(work, true);
  }

  CompletableFuture<T> future() {
    return future;
  }

  boolean reads() {
    return reads && failure == null;
  }

  /** On the writer's thread. */
  void apply(Machine machine, Moment moment) {
    answer = work.apply(machine, moment);
  }

  void fail(BideException why) {
    failure = why;
  }

  /** What the writer did is durable. */
  void answer() {
    Supplier<? extends T> found = answer;
    if (failure != null || found == null) {
      future.completeExceptionally(failure);
      return;
    }
    try {
      future.complete(found.get());
    } catch (BideException e) {
      future.completeExceptionally(e);
    } catch (RuntimeException e) {
      future.completeExceptionally(
          new BideException(ErrorCode.UNAVAILABLE, "the store could not look: " + e, e));
    }
  }
}
