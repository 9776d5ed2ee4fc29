package io.bide.store;

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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Remembers messages and decides, by its own clock, what state they are in. The rules are in {@code
 * docs/lifecycle.md}; {@code StoreContract} proves them for every store.
 *
 * <p>Thread-safe. No method blocks the caller. A future completes when the effect is as durable as
 * the store promises, on one of the store's threads: what hangs on it must be quick. Each message
 * changes in one atomic step. A future fails with a {@link io.bide.BideException} that says whether
 * nothing happened or nobody can tell.
 *
 * <p>The caller has checked names and limits; a store checks only what depends on what it holds.
 */
public interface Store extends AutoCloseable {
  /** Sets who hears of wake-ups; before any other call. */
  void listen(StoreListener listener);

  /** Stores messages; every put has an id. The answers are in their order. */
  CompletableFuture<List<PutResult>> put(List<Put> puts);

  /**
   * Hands out what is ready in one topic, to each request in turn.
   *
   * @param byteLimit the sum of body sizes after which no further item is handed out; the first item
   *     of the first message is handed out whatever its size
   */
  CompletableFuture<ClaimReply> claim(Topic topic, List<ClaimRequest> requests, long byteLimit);

  /** Settles messages of any topics. The answers are in their order. */
  CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles);

  CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased);

  CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due);

  CompletableFuture<Optional<Message>> peek(Topic topic, String id);

  /** Removes every trace of an id; answers the state it was in. */
  CompletableFuture<Optional<State>> erase(Topic topic, String id);

  CompletableFuture<Page<Message>> browse(Browse browse);

  /** Brings back at most {@code redrive.limit()} messages, which the caller keeps to 1,000. */
  CompletableFuture<RedriveResult> redrive(Redrive redrive);

  /** Removes all messages of a topic; answers how many. */
  CompletableFuture<Long> purge(Topic topic);

  /** Removes at most {@code limit} ended messages in one state; answers how many. */
  CompletableFuture<Integer> purge(Topic topic, State ended, int limit);

  /** The topic's settings, the defaults if it has none. */
  CompletableFuture<TopicSettings> settings(Topic topic);

  CompletableFuture<Void> configure(Topic topic, TopicSettings settings);

  CompletableFuture<Void> pause(Topic topic, boolean paused);

  CompletableFuture<TopicStats> stats(Topic topic);

  CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit);

  /**
   * Writes down what has become true: deaths and expiries, then forgets ended messages whose
   * retention is over, and topics that hold nothing and were never configured or paused.
   *
   * @param budget how many messages to look at, at most
   */
  CompletableFuture<SweepReply> sweep(int budget);

  /**
   * While a topic is watched, {@link StoreListener#due} tells every change that may make one of its
   * messages ready, not only those that come before all others. Claims of one id need that.
   */
  void watch(Topic topic, boolean watched);

  Records records();

  /** Answers after a round trip through the store; fails when it does not work. */
  CompletableFuture<Void> ping();

  /** Finishes what is in flight and closes. Blocks until done; further calls fail. */
  @Override
  void close();
}
