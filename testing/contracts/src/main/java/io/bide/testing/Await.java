package io.bide.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the answers of a store, but not for ever. */
public final class Await {
  private static final long SECONDS = 60;

  private Await() {}

  /**
   * The value of a future.
   *
   * @throws RuntimeException the one it failed with
   * @throws AssertionError if it has not completed in time
   */
  public static <T> T value(CompletableFuture<T> future) {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError("failed with something that is not a runtime exception", e);
    } catch (TimeoutException e) {
      throw new AssertionError("no answer within " + SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for an answer", e);
    }
  }
}
