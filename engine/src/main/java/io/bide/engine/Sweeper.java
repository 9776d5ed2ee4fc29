package io.bide.engine;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.Store;
import io.bide.store.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the store write down what has become true, again and again, a bounded piece at a time. Nobody
 * depends on when that happens; a sweep that fails is tried again with the next interval.
 */
final class Sweeper {
  private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

  private final Store store;
  private final Timer timer;
  private final Duration interval;
  private final int budget;
  private volatile boolean stopped;
  private volatile Runnable cancel = () -> {};
  private volatile @Nullable ErrorCode failing;

  Sweeper(Store store, Timer timer, EngineConfig config) {
    this.store = store;
    this.timer = timer;
    this.interval = config.sweepInterval();
    this.budget = config.sweepBudget();
  }

  void start() {
    runAfter(interval);
  }

  void stop() {
    stopped = true;
    cancel.run();
  }

  /**
   * One sweep of at most its budget.
   *
   * @return whether there is more to do; false if it failed
   */
  CompletableFuture<Boolean> runOnce() {
    CompletableFuture<Boolean> more = new CompletableFuture<>();
    Failures.whenDone(Failures.catching(() -> store.sweep(budget)), (reply, error) -> {
      note(error);
      more.complete(error == null && reply.more());
    });
    return more;
  }

  private void run() {
    Failures.whenDone(runOnce(), (more, error) -> runAfter(more ? Duration.ZERO : interval));
  }

  private void runAfter(Duration delay) {
    if (!stopped) {
      cancel = timer.after(delay, this::run);
    }
  }

  /**
   * One line when it begins to fail in some way, one when it works again. None when the store is away
   * or does not answer: it says so itself, and all the other calls do.
   */
  private void note(@Nullable BideException error) {
    ErrorCode now = error == null ? null : error.code();
    if (now == failing || stopped || now == ErrorCode.UNAVAILABLE || now == ErrorCode.UNKNOWN) {
      return;
    }
    failing = now;
    if (error == null) {
      log.info("The sweep works again");
    } else {
      log.warn("The sweep fails and goes on trying: {}", error.getMessage(), error);
    }
  }
}
