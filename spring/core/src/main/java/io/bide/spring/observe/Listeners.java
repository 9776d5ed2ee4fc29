package io.bide.spring.observe;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Topic;
import io.bide.worker.Outcome;
import io.bide.worker.WorkerListener;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** Several listeners of a worker as one. They are looked for when there is something to hear. */
public final class Listeners implements WorkerListener {
  private final Supplier<List<WorkerListener>> all;

  /**
   * All in one.
   *
   * @param all asked once
   */
  public Listeners(Supplier<List<WorkerListener>> all) {
    this.all = SingletonSupplier.of(all);
  }

  private void each(Consumer<WorkerListener> what) {
    all.get().forEach(what);
  }

  @Override
  public void claimed(Topic topic, int messages) {
    each(one -> one.claimed(topic, messages));
  }

  @Override
  public void claimFailed(Topic topic, BideException error) {
    each(one -> one.claimFailed(topic, error));
  }

  @Override
  public void handled(
      Delivery delivery, Outcome outcome, @Nullable Throwable error, Duration took) {
    each(one -> one.handled(delivery, outcome, error, took));
  }

  @Override
  public void settled(Delivery delivery, Outcome outcome) {
    each(one -> one.settled(delivery, outcome));
  }

  @Override
  public void unsettled(Delivery delivery, Outcome outcome, @Nullable BideException error) {
    each(one -> one.unsettled(delivery, outcome, error));
  }

  @Override
  public void returned(Topic topic, int messages) {
    each(one -> one.returned(topic, messages));
  }
}
