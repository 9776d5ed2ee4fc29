package io.bide.server.auth;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue as one key may use it: every verb is checked against the topic it touches. What is not
 * allowed fails with {@link ErrorCode#FORBIDDEN}; of a batch only the items that are not allowed do.
 */
final class GuardedQueue implements DelayQueue {
  private final DelayQueue queue;
  private final ApiKey key;

  GuardedQueue(DelayQueue queue, ApiKey key) {
    this.queue = queue;
    this.key = key;
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    return Partly.call(
        puts,
        put -> may(Action.PUT, put.topic()),
        queue::put,
        put -> new PutResult.Failed(forbidden(Action.PUT, put.topic())));
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    return Partly.call(
        settles,
        settle -> may(Action.CLAIM, settle.target().topic()),
        queue::settle,
        settle -> SettleResult.failed(forbidden(Action.CLAIM, settle.target().topic())));
  }

  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    for (Topic topic : claim.topics()) {
      if (!may(Action.CLAIM, topic)) {
        return CompletableFuture.failedFuture(forbidden(Action.CLAIM, topic));
      }
    }
    return queue.claim(claim);
  }

  @Override
  public CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      if (!may(Action.CLAIM, delivery.message().topic())) {
        return CompletableFuture.failedFuture(
            forbidden(Action.CLAIM, delivery.message().topic()));
      }
    }
    return queue.unclaim(deliveries);
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return checked(Action.PUT, topic, () -> queue.cancel(topic, id, whenLeased));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return checked(Action.PUT, topic, () -> queue.reschedule(topic, id, due));
  }

  /** Whoever may do anything with a topic may look at one message of it. */
  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return key.scope().covers(topic)
        ? queue.peek(topic, id)
        : CompletableFuture.failedFuture(forbidden("touch", topic));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return checked(Action.OPERATE, topic, () -> queue.erase(topic, id));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return checked(Action.OPERATE, browse.topic(), () -> queue.browse(browse));
  }

  /** Only those of the key's scope; a page may be short, even empty, although there is more. */
  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    if (!key.scope().actions().contains(Action.OPERATE)) {
      return CompletableFuture.failedFuture(
          new BideException(ErrorCode.FORBIDDEN, "the key " + key.name() + " may not list topics"));
    }
    return queue
        .topics(cursor, limit)
        .thenApply(page ->
            new Page<>(page.items().stream().filter(key.scope()::covers).toList(), page.cursor()));
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return checked(Action.OPERATE, topic, () -> queue.stats(topic));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return checked(Action.OPERATE, topic, () -> queue.settings(topic));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return checked(Action.OPERATE, topic, () -> queue.configure(topic, settings));
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic) {
    return checked(Action.OPERATE, topic, () -> queue.pause(topic));
  }

  @Override
  public CompletableFuture<Void> resume(Topic topic) {
    return checked(Action.OPERATE, topic, () -> queue.resume(topic));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return checked(Action.OPERATE, topic, () -> queue.purge(topic));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic, State ended) {
    return checked(Action.OPERATE, topic, () -> queue.purge(topic, ended));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return checked(Action.OPERATE, redrive.topic(), () -> queue.redrive(redrive));
  }

  /** A caller comes and goes; the queue stays open. */
  @Override
  public void close() {
    throw new UnsupportedOperationException("a caller does not close the queue");
  }

  private <T> CompletableFuture<T> checked(
      Action action, Topic topic, Supplier<CompletableFuture<T>> call) {
    return may(action, topic)
        ? call.get()
        : CompletableFuture.failedFuture(forbidden(action, topic));
  }

  private boolean may(Action action, Topic topic) {
    return key.scope().allows(action, topic);
  }

  private BideException forbidden(Action action, Topic topic) {
    return forbidden(action.word(), topic);
  }

  private BideException forbidden(String action, Topic topic) {
    return new BideException(
        ErrorCode.FORBIDDEN,
        "the key " + key.name() + " may not " + action + " topic " + topic + "; it is good for "
            + key.scope());
  }
}
