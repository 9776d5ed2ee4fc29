package io.bide.server.http;

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
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A queue for event loops: puts and settles of the requests that a loop has read together are made in
 * one call, see {@link Gatherer}. Calls from other threads pass as they are.
 */
public final class GatheringQueue implements DelayQueue {
  private static final int MOST = 256;

  private final DelayQueue queue;
  private final int most;
  /** By the thread of the loop; there are as many as there are loops. */
  private final Map<Thread, Desk> desks = new ConcurrentHashMap<>();

  /** What one event loop gathers. */
  private record Desk(Gatherer<Put, PutResult> puts, Gatherer<Settle, SettleResult> settles) {}

  /**
   * Gathers calls of a queue.
   *
   * @param maxBatch how many items the queue takes in one call
   */
  public GatheringQueue(DelayQueue queue, int maxBatch) {
    this.queue = queue;
    this.most = Math.min(MOST, maxBatch);
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    Desk desk = desk();
    return desk == null || puts.size() >= most ? queue.put(puts) : desk.puts().add(puts);
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    Desk desk = desk();
    return desk == null || settles.size() >= most
        ? queue.settle(settles)
        : desk.settles().add(settles);
  }

  private @Nullable Desk desk() {
    Desk known = desks.get(Thread.currentThread());
    if (known != null) {
      return known;
    }
    Context context = Vertx.currentContext();
    if (context == null || !context.isEventLoopContext()) {
      return null;
    }
    Desk made = new Desk(
        new Gatherer<>(context, most, queue::put), new Gatherer<>(context, most, queue::settle));
    desks.put(Thread.currentThread(), made);
    return made;
  }

  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    return queue.claim(claim);
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
}
