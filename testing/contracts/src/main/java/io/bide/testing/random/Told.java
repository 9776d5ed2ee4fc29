package io.bide.testing.random;

import io.bide.BideException;
import io.bide.Event;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.StoreListener;
import io.bide.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a store has told of its own accord: deaths, and when each topic should be asked again. */
final class Told implements StoreListener {
  private final ManualClock clock;
  private final List<Event.Died> deaths = new ArrayList<>();
  /** For each topic that was claimed from, the earliest time known to a claimer who waits there. */
  private final Map<Topic, Instant> wakeUps = new HashMap<>();

  Told(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void due(Topic topic, Duration in) {
    wakeUps.computeIfPresent(
        topic, (key, known) -> earlier(known, clock.instant().plus(in)));
    notifyAll();
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  @Override
  public synchronized void died(Event.Died death) {
    deaths.add(death);
  }

  @Override
  public void recordChanged(String key) {}

  @Override
  public void failed(BideException reason) {
    throw reason;
  }

  /** A claim of the topic says when to ask again; whatever was known before is over. */
  synchronized void answered(Topic topic, List<ClaimRequest> requests, ClaimReply reply) {
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).id() == null) {
        Instant next = reply.grants().get(i).next();
        wakeUps.put(topic, next == null ? Instant.MAX : next);
      }
    }
  }

  synchronized void forget() {
    wakeUps.clear();
  }

  synchronized List<Event.Died> deaths() {
    return List.copyOf(deaths);
  }

  /**
   * Waits until a claimer who waits on this topic would ask again at that time or before.
   *
   * @return what it knows, if that is too late
   */
  synchronized @Nullable Instant tooLate(Topic topic, Instant needed, Duration patience) {
    long end = SystemTime.nanos() + patience.toNanos();
    Instant known = wakeUps.get(topic);
    while (known != null && known.isAfter(needed)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - SystemTime.nanos());
      if (left <= 0) {
        return known;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return known;
      }
      known = wakeUps.get(topic);
    }
    return null;
  }
}
