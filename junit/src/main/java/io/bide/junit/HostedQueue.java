package io.bide.junit;

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
import io.bide.worker.Timing;
import io.bide.worker.Workplace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The queue of a test, whose workers run where the test sees them and by its clock. */
record HostedQueue(DelayQueue queue, Agenda agenda, Executor executor, Duration poll)
    implements DelayQueue, Workplace {
  @Override
  public InstantSource clock() {
    return agenda;
  }

  @Override
  public Timing timing() {
    return new Timing() {
      @Override
      public long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, agenda.instant());
      }

      @Override
      public Runnable after(Duration delay, Runnable task) {
        return agenda.after(delay, task);
      }

      @Override
      public void close() {
        // The agenda is that of the test.
      }
    };
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
    return "the queue of a test, at " + agenda.instant();
  }
}
