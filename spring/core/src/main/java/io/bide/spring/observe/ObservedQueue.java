package io.bide.spring.observe;

import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose puts are observed, and whose messages carry the trace in which they were put. Everything
 * else is passed on as it is.
 */
public final class ObservedQueue implements DelayQueue {
  private final DelayQueue queue;
  private final PutObservation puts;

  private ObservedQueue(DelayQueue queue, PutObservation puts) {
    this.queue = queue;
    this.puts = puts;
  }

  /**
   * Observes a queue; closing it closes that one.
   *
   * @param registry where observations go; without one that listens the queue is left as it is
   */
  public static DelayQueue around(DelayQueue queue, @Nullable ObservationRegistry registry) {
    return registry == null || registry.isNoop()
        ? queue
        : new ObservedQueue(queue, new PutObservation(registry));
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> batch) {
    return batch.isEmpty() ? queue.put(batch) : puts.observe(batch, queue::put);
  }

  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    return queue.claim(claim);
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    return queue.settle(settles);
  }

  @Override
  public CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    return queue.unclaim(deliveries);
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return queue.cancel(topic, id, whenLeased);
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return queue.reschedule(topic, id, due);
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return queue.peek(topic, id);
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return queue.erase(topic, id);
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return queue.browse(browse);
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return queue.topics(cursor, limit);
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return queue.stats(topic);
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return queue.settings(topic);
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return queue.configure(topic, settings);
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic) {
    return queue.pause(topic);
  }

  @Override
  public CompletableFuture<Void> resume(Topic topic) {
    return queue.resume(topic);
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return queue.purge(topic);
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic, State ended) {
    return queue.purge(topic, ended);
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return queue.redrive(redrive);
  }

  @Override
  public void close() {
    queue.close();
  }

  @Override
  public String toString() {
    return "observed " + queue;
  }
}
