package io.bide;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A queue that passes every call on to another one. Whoever wants to see or change some of the calls extends
 * it and overrides those; the short forms of {@link DelayQueue}, such as a put of one message, come through them.
 */
public abstract class ForwardingQueue implements DelayQueue {
  private final DelayQueue queue;

  protected ForwardingQueue(DelayQueue queue) {
    this.queue = queue;
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    return queue.put(puts);
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
    return getClass().getSimpleName() + " of " + queue;
  }
}
