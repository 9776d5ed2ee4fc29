package io.bide.server.operate;

import io.bide.Event;
import io.bide.Topic;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A meter for each topic, up to a limit; those that come later share one. Which topics have their own
 * does not change until the process ends: a counter must not stop counting. Thread-safe.
 *
 * <p>It hears every event on the thread that serves all claims, so it does as little as it can:
 * events come in batches of one topic, and for all but the first of them the meter is at hand.
 */
final class TopicMeters implements Consumer<Event> {
  private final int limit;
  private final Map<Topic, TopicMeter> own = new ConcurrentHashMap<>();
  private final TopicMeter others = TopicMeter.ofOthers();
  private volatile boolean full;

  /** The last one used. A race costs a look into the map, nothing else: a meter never changes. */
  private TopicMeter last = others;

  TopicMeters(int limit) {
    this.limit = limit;
    this.full = limit == 0;
  }

  @Override
  public void accept(Event event) {
    of(event.topic()).count(event);
  }

  private TopicMeter of(Topic topic) {
    TopicMeter recent = last;
    if (topic.equals(recent.topic)) {
      return recent;
    }
    TopicMeter meter = admit(topic);
    if (meter == null) {
      return others;
    }
    last = meter;
    return meter;
  }

  /** The topic's own meter, made if there is room for one more. */
  @Nullable
  TopicMeter admit(Topic topic) {
    TopicMeter meter = own.get(topic);
    return meter != null || full ? meter : add(topic);
  }

  private synchronized @Nullable TopicMeter add(Topic topic) {
    TopicMeter there = own.get(topic);
    if (there != null || full) {
      return there;
    }
    TopicMeter added = TopicMeter.of(topic);
    own.put(topic, added);
    full = own.size() >= limit;
    return added;
  }

  Collection<TopicMeter> own() {
    return own.values();
  }

  /** The meter of all topics that have none of their own; absent while there is room for more. */
  @Nullable
  TopicMeter others() {
    return full ? others : null;
  }

  void report(Report report) {
    own.values().forEach(meter -> meter.report(report));
    if (full) {
      others.report(report);
    }
  }
}
