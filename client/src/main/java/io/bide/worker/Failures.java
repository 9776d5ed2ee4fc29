package io.bide.worker;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls a queue, turns whatever goes wrong into a {@link BideException}, and says when to try again. */
final class Failures {
  private static final Duration FIRST_REST = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 6;

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

  private static BideException explain(Throwable error) {
    Throwable cause = unwrap(error);
    return cause instanceof BideException known
        ? known
        : new BideException(
            ErrorCode.UNKNOWN, "the queue failed in an unexpected way: " + cause, cause);
  }

  /** What went wrong in a stage. */
  static Throwable unwrap(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  /** Whether the worker itself has taken its call back. */
  static boolean isCancelled(BideException error) {
    return error.getCause() instanceof CancellationException;
  }

  /** How long to rest after this many failures in a row: from 100 ms to 6.4 s, doubling. */
  static Duration restAfter(int failures) {
    return FIRST_REST.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
  }
}
