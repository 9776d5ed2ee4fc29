package io.bide.server.operate;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.engine.Engine;
import io.bide.store.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Whether the server can be given work. Thread-safe. */
public final class Health {
  static final Duration DEADLINE = Duration.ofSeconds(2);

  private final Deadline<Void> ping;
  private volatile boolean stopping;

  /** Watches over a queue; the timer ends the waiting for a store that does not answer. */
  public Health(Engine engine, Timer timer) {
    this.ping = new Deadline<>(timer, DEADLINE, engine::ping);
  }

  /** From now on the server is not ready, so that nobody sends it anything new. */
  public void stopping() {
    stopping = true;
  }

  /** Completes when the server is ready; fails with the reason why it is not. */
  CompletableFuture<Void> ready() {
    if (stopping) {
      return CompletableFuture.failedFuture(
          new BideException(ErrorCode.UNAVAILABLE, "the server is stopping"));
    }
    return store();
  }

  /** Completes when the store works. One that is too busy for one more call does. */
  public CompletableFuture<Void> store() {
    return ping.ask(Health::late).exceptionallyCompose(failure -> {
      BideException why = reason(failure);
      return why != null && why.code() == ErrorCode.OVERLOADED
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.failedFuture(notReady(failure));
    });
  }

  private static BideException late() {
    return new BideException(
        ErrorCode.UNAVAILABLE,
        "it has not answered within " + DEADLINE.toSeconds()
            + " s; is its disk or its Redis stuck?");
  }

  private static @Nullable BideException reason(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof BideException known ? known : null;
  }

  private static BideException notReady(Throwable failure) {
    BideException known = reason(failure);
    String why = known == null ? failure.toString() : String.valueOf(known.getMessage());
    return new BideException(ErrorCode.UNAVAILABLE, "the store does not work: " + why, failure);
  }
}
