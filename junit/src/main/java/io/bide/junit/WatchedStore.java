package io.bide.junit;

import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Records;
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
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.StoreListener;
import io.bide.store.SweepReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store whose calls are counted while they are under way. */
record WatchedStore(Store store, Activity activity) implements Store {
  @Override
  public void listen(StoreListener listener) {
    store.listen(listener);
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    return activity.during(store.put(puts));
  }

  @Override
  public CompletableFuture<ClaimReply> claim(
      Topic topic, List<ClaimRequest> requests, long byteLimit) {
    return activity.during(store.claim(topic, requests, byteLimit));
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    return activity.during(store.settle(settles));
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return activity.during(store.cancel(topic, id, whenLeased));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return activity.during(store.reschedule(topic, id, due));
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return activity.during(store.peek(topic, id));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return activity.during(store.erase(topic, id));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return activity.during(store.browse(browse));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return activity.during(store.redrive(redrive));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return activity.during(store.purge(topic));
  }

  @Override
  public CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
    return activity.during(store.purge(topic, ended, limit));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return activity.during(store.settings(topic));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return activity.during(store.configure(topic, settings));
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic, boolean paused) {
    return activity.during(store.pause(topic, paused));
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return activity.during(store.stats(topic));
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return activity.during(store.topics(cursor, limit));
  }

  @Override
  public CompletableFuture<SweepReply> sweep(int budget) {
    return activity.during(store.sweep(budget));
  }

  @Override
  public void watch(Topic topic, boolean watched) {
    store.watch(topic, watched);
  }

  @Override
  public Records records() {
    return store.records();
  }

  @Override
  public CompletableFuture<Void> ping() {
    return activity.during(store.ping());
  }

  @Override
  public void close() {
    store.close();
  }
}
