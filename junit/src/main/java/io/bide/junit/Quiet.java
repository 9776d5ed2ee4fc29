package io.bide.junit;

import io.bide.store.Store;
import java.time.Duration;

/** Knows when everything that has been set off has come to its end. */
final class Quiet {
  private static final int SWEEP_BUDGET = 1_000;

  private final Activity activity;
  private final Store store;
  private final Duration patience;

  /**
   * Waits for what this activity counts.
   *
   * @param store not a counted one
   */
  Quiet(Activity activity, Store store, Duration patience) {
    this.activity = activity;
    this.store = store;
    this.patience = patience;
  }

  /**
   * Waits until nothing is under way. A store tells that something is due after it has answered: so
   * there is quiet only when a call that came after all others has set off nothing either.
   */
  void await() {
    long before;
    do {
      awaitNone();
      before = activity.begun();
      store.ping().join();
      awaitNone();
    } while (activity.begun() != before);
  }

  /** Has everything written down that has become true, and waits for what that sets off. */
  void sweep() {
    do {
      await();
    } while (store.sweep(SWEEP_BUDGET).join().more());
    await();
  }

  private void awaitNone() {
    int left;
    try {
      left = activity.awaitNone(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while handlers run", e);
    }
    if (left > 0) {
      throw new IllegalStateException(left + " handlers or calls are still under way after "
          + patience.toMillis() + " ms. The clock waits for handlers: one must not wait for the"
          + " test, nor move the clock itself");
    }
  }
}
