package io.bide.tasks;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.DelayQueue;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A queue of tasks: a topic that keeps them as the queue's mode says. Thread-safe. */
final class TaskQueue {
  private final DelayQueue queue;
  private final InstantSource clock;
  private final Topic topic;
  private final QueueSpec spec;
  private final QueueOptions options;
  private @Nullable CompletableFuture<Void> ready;

  TaskQueue(
      DelayQueue queue, InstantSource clock, Topic topic, QueueSpec spec, QueueOptions options) {
    options.checkFor(spec);
    this.queue = queue;
    this.clock = clock;
    this.topic = topic;
    this.spec = spec;
    this.options = options;
  }

  Topic topic() {
    return topic;
  }

  QueueSpec spec() {
    return spec;
  }

  QueueOptions options() {
    return options;
  }

  DelayQueue delayQueue() {
    return queue;
  }

  /** Complete when the topic's settings are what the mode needs; asked again after a failure. */
  synchronized CompletableFuture<Void> ready() {
    if (ready == null || ready.isCompletedExceptionally()) {
      ready = queue.settings(topic).thenCompose(this::configure);
    }
    return ready;
  }

  private CompletableFuture<Void> configure(TopicSettings found) {
    TopicSettings wanted = spec.isSafe()
        ? found.change().delivery(DeliveryMode.AT_LEAST_ONCE).deathNotices(true).build()
        : found.change().delivery(DeliveryMode.AT_MOST_ONCE).build();
    return wanted.equals(found)
        ? CompletableFuture.completedFuture(null)
        : queue.configure(topic, wanted);
  }

  CompletableFuture<PutResult> submit(Task task) {
    Put put = putOf(task);
    return ready().thenCompose(done -> queue.put(put));
  }

  private Put putOf(Task task) {
    Put.Builder put = Put.to(topic)
        .id(task.uniqueId())
        .body(task.payload())
        .attributes(task.attributes())
        .due(task.due())
        .token(task.token());
    if (task.retries() != null) {
      spec.requireSafe("retries");
    }
    if (spec.isSafe()) {
      int retries = task.retries() != null ? task.retries() : options.retries();
      put.maxAttempts(retries + 1).lease(options.executionTimeout());
    }
    return put.ttl(ttlOf(task)).build();
  }

  /** A message lives from its due time on, a task from its submission on. */
  private @Nullable Duration ttlOf(Task task) {
    if (task.lifeTimeout() != null) {
      spec.requireSafe("lifeTimeout");
    }
    Duration life = task.lifeTimeout() != null ? task.lifeTimeout() : options.lifeTimeout();
    if (life == null) {
      return null;
    }
    Duration ttl = life.minus(delayOf(task.due()));
    if (ttl.isNegative() || ttl.isZero()) {
      throw BideException.invalid(
          "lifeTimeout",
          "is " + life + " and the task is due " + task.due() + ": it would be too old before;"
              + " give it a longer life");
    }
    return ttl;
  }

  private Duration delayOf(Due due) {
    long now = Due.millisUp(clock.instant());
    return Duration.ofMillis(due.resolve(now) - now);
  }

  /** Asks for one task. */
  Claim claim(Duration wait) {
    return Claim.from(topic).lease(options.executionTimeout()).waiting(wait);
  }
}
