package io.bide.worker;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Topic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener whose exceptions are logged and do no other harm. */
final class Hearing implements WorkerListener {
  private static final Logger log = LoggerFactory.getLogger(Hearing.class);

  private final WorkerListener listener;

  Hearing(WorkerListener listener) {
    this.listener = listener;
  }

  @Override
  public void claimed(Topic topic, int messages) {
    tell(() -> listener.claimed(topic, messages));
  }

  @Override
  public void claimFailed(Topic topic, BideException error) {
    tell(() -> listener.claimFailed(topic, error));
  }

  @Override
  public void handled(
      Delivery delivery, Outcome outcome, @Nullable Throwable error, Duration took) {
    tell(() -> listener.handled(delivery, outcome, error, took));
  }

  @Override
  public void settled(Delivery delivery, Outcome outcome) {
    tell(() -> listener.settled(delivery, outcome));
  }

  @Override
  public void unsettled(Delivery delivery, Outcome outcome, @Nullable BideException error) {
    tell(() -> listener.unsettled(delivery, outcome, error));
  }

  @Override
  public void returned(Topic topic, int messages) {
    tell(() -> listener.returned(topic, messages));
  }

  private void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      log.warn("A listener of the worker failed", e);
    }
  }
}
