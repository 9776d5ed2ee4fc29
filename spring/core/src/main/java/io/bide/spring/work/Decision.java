package io.bide.spring.work;

import io.bide.spring.Acknowledgement;
import io.bide.worker.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What a listener with an {@link Acknowledgement} decides, sooner or later. */
final class Decision implements Acknowledgement {
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  @Override
  public boolean settle(Outcome decided) {
    return outcome.complete(decided);
  }

  /** What was decided so far. */
  Optional<Outcome> soFar() {
    return outcome.isDone() ? Optional.of(outcome.join()) : Optional.empty();
  }

  /** Waits for it; the worker interrupts who waits too long when it stops. */
  Outcome await() throws InterruptedException, ExecutionException {
    return outcome.get();
  }
}
