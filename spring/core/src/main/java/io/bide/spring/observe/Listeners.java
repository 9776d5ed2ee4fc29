package io.bide.spring.observe;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Topic;
import io.bide.worker.Outcome;
import io.bide.worker.WorkerListener;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several listeners of a worker as one. */
public final class Listeners implements WorkerListener {
  private final List<WorkerListener> all;

  public Listeners(List<WorkerListener> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public void claimed(Topic topic, int messages) {
    all.forEach(one -> one.claimed(topic, messages));
  }

  @Override
  public void claimFailed(Topic topic, BideException error) {
    all.forEach(one -> one.claimFailed(topic, error));
  }

  @Override
  public void handled(
      Delivery delivery, Outcome outcome, @Nullable Throwable error, Duration took) {
    all.forEach(one -> one.handled(delivery, outcome, error, took));
  }

  @Override
  public void settled(Delivery delivery, Outcome outcome) {
    all.forEach(one -> one.settled(delivery, outcome));
  }

  @Override
  public void unsettled(Delivery delivery, Outcome outcome, @Nullable BideException error) {
    all.forEach(one -> one.unsettled(delivery, outcome, error));
  }

  @Override
  public void returned(Topic topic, int messages) {
    all.forEach(one -> one.returned(topic, messages));
  }
}
