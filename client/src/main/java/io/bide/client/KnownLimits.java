package io.bide.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The limits of the servers, asked for once, when they are needed first. Thread-safe. */
final class KnownLimits {
  private final Calls calls;
  private final Duration deadline;
  private @Nullable CompletableFuture<Limits> known;

  KnownLimits(Calls calls, Duration deadline) {
    this.calls = calls;
    this.deadline = deadline;
  }

  /** Goes on with the limits: at once when they are known. */
  <T> CompletableFuture<T> with(Function<Limits, CompletableFuture<T>> next) {
    CompletableFuture<Limits> limits = get();
    return limits.isDone() && !limits.isCompletedExceptionally()
        ? next.apply(limits.join())
        : limits.thenCompose(next);
  }

  private synchronized CompletableFuture<Limits> get() {
    if (known == null || known.isCompletedExceptionally()) {
      known = calls
          .call(Request.get(Paths.INFO), Deadline.in(deadline))
          .thenApply(reply -> reply.read(Limits::read));
    }
    return known;
  }
}
