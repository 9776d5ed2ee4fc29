package io.bide.dialect.camellia;

import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Event;
import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts, minute by minute, what clients of this dialect ask of this process, and what becomes of
 * messages in it. Thread-safe.
 *
 * <p>A message is counted as ready when it is first handed out, or expires: nothing moves it to that
 * state, so there is no earlier moment to count. For the same reason the end of a lease is counted
 * when the message is handed out again; it is told from a message that was given back by remembering
 * those.
 */
final class Monitor {
  private static final long WINDOW_MILLIS = 60_000;
  private static final int MOST_GIVEN_BACK = 10_000;

  private final String namespace;
  private final InstantSource clock;
  private final Set<String> givenBack =
      Collections.newSetFromMap(Collections.synchronizedMap(new GivenBack()));
  private volatile Window current;
  private volatile Window last;

  /** Forgets the eldest. */
  private static final class GivenBack extends LinkedHashMap<String, Boolean> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > MOST_GIVEN_BACK;
    }
  }

  /**
   * A monitor.
   *
   * @param namespace the only one whose events count
   */
  Monitor(String namespace, InstantSource clock) {
    this.namespace = namespace;
    this.clock = clock;
    long index = clock.millis() / WINDOW_MILLIS;
    this.current = new Window(index);
    this.last = new Window(index - 1);
  }

  /** The last minute that is over. */
  Window last() {
    window();
    return last;
  }

  private Window window() {
    return window(clock.millis() / WINDOW_MILLIS);
  }

  private Window window(long index) {
    Window window = current;
    if (index > window.index) {
      return roll(index);
    }
    // What is told late still belongs to its minute, as long as that is the last one.
    Window before = last;
    return index == before.index ? before : window;
  }

  private synchronized Window roll(long index) {
    if (current.index < index) {
      last = current.index == index - 1 ? current : new Window(index - 1);
      current = new Window(index);
    }
    return current;
  }

  void sent(String topic) {
    window().of(topic).sends.increment();
  }

  void acked(String topic) {
    window().of(topic).acks.increment();
  }

  void looked(String topic) {
    window().of(topic).looks.increment();
  }

  void deleted(String topic) {
    window().of(topic).deletes.increment();
  }

  void pulled(Claimed claimed) {
    if (claimed.isEmpty()) {
      return;
    }
    Message first = claimed.deliveries().get(0).message();
    Window.Counts counts = window().of(first.topic().name());
    long now = claimed.now().toEpochMilli();
    for (Delivery delivery : claimed.deliveries()) {
      counts.pulled(Math.max(0, now - delivery.message().due().toEpochMilli()));
    }
  }

  /** Hears what happens, on a thread of the queue. The frequent ones first. */
  void hear(Event event) {
    if (!event.topic().namespace().equals(namespace)) {
      return;
    }
    if (event instanceof Event.Claimed claimed) {
      handedOut(claimed);
    } else if (event instanceof Event.Settled settled
        && settled.kind() == Event.Settled.Kind.RELEASE) {
      givenBack.add(key(settled.topic(), settled.id()));
    } else if (event instanceof Event.Died died) {
      ended(died);
    }
  }

  private void handedOut(Event.Claimed claimed) {
    if (claimed.attempt() == 1) {
      counts(claimed).ready.increment();
    } else if (!givenBack.remove(key(claimed.topic(), claimed.id()))) {
      counts(claimed).timeouts.increment();
    }
  }

  private void ended(Event.Died died) {
    Window.Counts counts = counts(died);
    counts.endOfLife.increment();
    if (died.state() == State.EXPIRED) {
      counts.ready.increment();
    }
  }

  private Window.Counts counts(Event event) {
    return window(event.at().toEpochMilli() / WINDOW_MILLIS).of(event.topic().name());
  }

  /** No name has a control character. */
  private static String key(Topic topic, String id) {
    return topic.name() + '\n' + id;
  }
}
