package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Event;
import io.bide.Topic;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what happens to whoever listens; what a listener throws harms nobody. */
final class Relay implements StoreListener {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

  volatile @Nullable StoreListener target;
  final List<Consumer<String>> recordListeners = new CopyOnWriteArrayList<>();

  @Override
  public void due(Topic topic, Duration in) {
    tell(listener -> listener.due(topic, in));
  }

  @Override
  public void died(Event.Died death) {
    tell(listener -> listener.died(death));
  }

  @Override
  public void recordChanged(String key) {
    tell(listener -> listener.recordChanged(key));
    recordListeners.forEach(listener -> guarded(() -> listener.accept(key)));
  }

  @Override
  public void committed(int calls, Duration took) {
    tell(listener -> listener.committed(calls, took));
  }

  @Override
  public void failed(BideException reason) {
    tell(listener -> listener.failed(reason));
  }

  private void tell(Consumer<StoreListener> message) {
    StoreListener listener = target;
    if (listener != null) {
      guarded(() -> message.accept(listener));
    }
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.warn("A listener has failed", e);
    }
  }
}
