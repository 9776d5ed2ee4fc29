package io.bide.engine;

import io.bide.Event;
import io.bide.Events;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells events to whoever listens. While nobody does, {@link #silent} spares the caller from making
 * them.
 */
final class EventHub implements Events {
  private static final Logger log = LoggerFactory.getLogger(EventHub.class);

  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  @Override
  public AutoCloseable subscribe(Consumer<? super Event> listener) {
    Subscription subscription = new Subscription(listener);
    subscriptions.add(subscription);
    return () -> subscriptions.remove(subscription);
  }

  boolean silent() {
    return subscriptions.isEmpty();
  }

  void tell(Event event) {
    for (Subscription subscription : subscriptions) {
      try {
        subscription.listener.accept(event);
      } catch (RuntimeException e) {
        log.warn(
            "A listener failed on {} of topic {}",
            event.getClass().getSimpleName(),
            event.topic(),
            e);
      }
    }
  }

  /** One subscription: closing it twice, or two of the same listener, must not end another one. */
  private static final class Subscription {
    private final Consumer<? super Event> listener;

    private Subscription(Consumer<? super Event> listener) {
      this.listener = listener;
    }
  }
}
