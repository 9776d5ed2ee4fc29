package io.bide.testing.store;

import io.bide.BideException;
import io.bide.Event;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Remembers what a store tells. A store may tell it a little after its answer, so one can wait. */
final class Heard implements StoreListener {
  private static final long PATIENCE_MILLIS = 60_000;

  private final List<Wake> wakes = new ArrayList<>();
  private final List<Event.Died> deaths = new ArrayList<>();
  private final List<String> records = new ArrayList<>();

  private record Wake(Topic topic, Duration in) {}

  @Override
  public synchronized void due(Topic topic, Duration in) {
    wakes.add(new Wake(topic, in));
    notifyAll();
  }

  @Override
  public synchronized void died(Event.Died death) {
    deaths.add(death);
    notifyAll();
  }

  @Override
  public synchronized void recordChanged(String key) {
    records.add(key);
    notifyAll();
  }

  @Override
  public void failed(BideException reason) {
    throw reason;
  }

  synchronized void clear() {
    wakes.clear();
    deaths.clear();
    records.clear();
  }

  /** Whether a claimer of the topic was told to ask again within this time. */
  synchronized boolean wakeUpWithin(Topic topic, Duration most) {
    return await(() -> wakes.stream()
        .anyMatch(wake -> wake.topic().equals(topic)
            && !wake.in().isNegative()
            && wake.in().compareTo(most) <= 0));
  }

  synchronized boolean change(String key) {
    return await(() -> records.contains(key));
  }

  /** The deaths told, once there are so many. */
  synchronized List<Event.Died> deaths(int count) {
    await(() -> deaths.size() >= count);
    return List.copyOf(deaths);
  }

  private synchronized boolean await(BooleanSupplier condition) {
    long end = SystemTime.nanos() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (!condition.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - SystemTime.nanos());
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
