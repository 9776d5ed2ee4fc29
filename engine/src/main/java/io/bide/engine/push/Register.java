package io.bide.engine.push;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.Endpoint;
import io.bide.Page;
import io.bide.Records;
import io.bide.Subscription;
import io.bide.Topic;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which topics push. Subscriptions are read once, then again when the records tell of a change,
 * and all of them from time to time; topics whose messages bring their own endpoint are looked for then,
 * too. One thing after the other, so that what was read last is what holds.
 */
final class Register {
  private static final Logger log = LoggerFactory.getLogger(Register.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final int PAGE = 500;

  private final Pusher pusher;
  private final Records records;
  private final DelayQueue queue;
  private final Map<Topic, Subscription> subscriptions = new ConcurrentHashMap<>();
  private @Nullable AutoCloseable watch;
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private Runnable cancel = () -> {};
  private boolean failing;
  private boolean stopped;

  Register(Pusher pusher, Records records, DelayQueue queue) {
    this.pusher = pusher;
    this.records = records;
    this.queue = queue;
  }

  synchronized void start() {
    watch = records.watch(SubscriptionText.PREFIX, key -> {
      var unused = next(() -> reload(key));
    });
    lookLater(Duration.ZERO);
  }

  synchronized void stop() {
    stopped = true;
    cancel.run();
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (Exception e) {
      log.warn("Could not stop listening to subscriptions", e);
    }
  }

  /** Whether messages of this topic are pushed. */
  boolean pushes(Topic topic) {
    Subscription subscription = subscriptions.get(topic);
    return subscription == null
        ? topic.name().startsWith(Endpoint.TOPIC_PREFIX) && !topic.isDeathNotices()
        : subscription.enabled();
  }

  @Nullable
  Subscription find(Topic topic) {
    return subscriptions.get(topic);
  }

  int disabled() {
    return (int) subscriptions.values().stream().filter(one -> !one.enabled()).count();
  }

  /** Reads all subscriptions, and finds topics whose messages bring their own endpoint. */
  CompletableFuture<Void> look() {
    return next(() -> {
      Set<Topic> seen = new HashSet<>();
      return readAll(null, seen)
          .thenRun(() -> subscriptions.keySet().stream()
              .filter(topic -> !seen.contains(topic))
              .forEach(topic -> apply(topic, null)))
          .thenCompose(done -> wakeAll(null));
    });
  }

  private void lookAndAgain() {
    var unused = look().whenComplete((done, error) -> {
      note(error);
      lookLater(error == null ? pusher.config().lookInterval() : AFTER_FAILURE);
    });
  }

  private synchronized void lookLater(Duration time) {
    if (!stopped) {
      cancel = pusher.after(time, this::lookAndAgain);
    }
  }

  /** One line when it begins to fail, one when it works again. */
  private synchronized void note(@Nullable Throwable error) {
    if (error != null && !failing && !stopped) {
      log.warn("Subscriptions cannot be read; push goes on trying: {}", error.toString());
    } else if (error == null && failing) {
      log.info("Subscriptions can be read again");
    }
    failing = error != null;
  }

  private synchronized CompletableFuture<Void> next(Supplier<CompletableFuture<Void>> step) {
    last = last.exceptionally(failure -> null).thenCompose(done -> step.get());
    return last;
  }

  private CompletableFuture<Void> reload(String key) {
    return records.get(key).thenAccept(found -> {
      Topic topic = SubscriptionText.topic(key);
      apply(topic, found.flatMap(Register::read).orElse(null));
    });
  }

  private CompletableFuture<Void> readAll(@Nullable String cursor, Set<Topic> seen) {
    return records.list(SubscriptionText.PREFIX, cursor, PAGE).thenCompose(page -> {
      page.items().stream().flatMap(entry -> read(entry).stream()).forEach(subscription -> {
        seen.add(subscription.topic());
        apply(subscription.topic(), subscription);
      });
      return page.cursor() == null
          ? CompletableFuture.completedFuture(null)
          : readAll(page.cursor(), seen);
    });
  }

  /** One that cannot be read is told, and does not keep the others from being read. */
  private static Optional<Subscription> read(Records.Entry entry) {
    try {
      return Optional.of(StoredSubscriptions.read(entry));
    } catch (BideException e) {
      log.warn("A subscription is left out: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private void apply(Topic topic, @Nullable Subscription subscription) {
    Subscription before =
        subscription == null ? subscriptions.remove(topic) : subscriptions.put(topic, subscription);
    if (subscription == null ? before != null : !subscription.equals(before)) {
      pusher.subscribed(topic);
    }
  }

  private CompletableFuture<Void> wakeAll(@Nullable String cursor) {
    return queue.topics(cursor, PAGE).thenCompose((Page<Topic> page) -> {
      page.items().stream().filter(this::pushes).forEach(pusher::found);
      return page.cursor() == null
          ? CompletableFuture.completedFuture(null)
          : wakeAll(page.cursor());
    });
  }
}
