package io.bide.engine;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls a store and turns whatever goes wrong into a {@link BideException}. */
final class Failures {
  private Failures() {}

  /** The answer of a call, also when the call throws instead of failing its future. */
  static <T> CompletableFuture<T> catching(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Hangs on a future: on the thread that completes it, or here if it is complete already. */
  static <T> void whenDone(
      CompletableFuture<T> future, BiConsumer<T, @Nullable BideException> action) {
    var unused = future.whenComplete(
        (value, error) -> action.accept(value, error == null ? null : explain(error)));
  }

  /** The failure as the caller of the queue gets it. */
  static BideException explain(Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof BideException known) {
      return known;
    }
    return new BideException(
        ErrorCode.UNKNOWN, "the store failed in an unexpected way: " + cause, cause);
  }
}
