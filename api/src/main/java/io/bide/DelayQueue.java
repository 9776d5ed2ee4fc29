package io.bide;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A durable delay queue: put a message now, it is handed out at its due time. Never early,
 * milliseconds late, at least once, never lost.
 *
 * <p>Thread-safe; no method blocks. A returned future fails with a {@link BideException} whose code
 * says whether the operation did not happen or nobody can tell. Expected answers (nothing due, stale
 * receipt, unknown id) are values. Of a batch, one bad item does not affect the others.
 *
 * <p>Cancelling the future of a waiting {@link #claim} takes the claim back: what was already claimed
 * for it is unclaimed.
 */
public interface DelayQueue extends AutoCloseable {
  /** Stores messages, each on its own; the answers are in the order of the puts. */
  CompletableFuture<List<PutResult>> put(List<Put> puts);

  /** Hands out what is due, waiting for it if asked to. */
  CompletableFuture<Claimed> claim(Claim claim);

  /** Settles what was handed out; the answers are in the order of the settles. */
  CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles);

  /**
   * Gives back what the claimer has never seen, as if it had not been claimed. In an at-most-once
   * topic the message is stored anew.
   */
  CompletableFuture<Void> unclaim(List<Delivery> deliveries);

  /** Takes a message back before it is done. */
  CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased);

  /** Moves the due time of a message that is not leased, and its expiry with it. */
  CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due);

  /** The live message of this id, else the newest ended one that is still remembered. */
  CompletableFuture<Optional<Message>> peek(Topic topic, String id);

  /**
   * Removes every trace of an id.
   *
   * @return the state the message was in, if there was one
   */
  CompletableFuture<Optional<State>> erase(Topic topic, String id);

  /** A page of the messages in one state. */
  CompletableFuture<Page<Message>> browse(Browse browse);

  /** Topics in the order of namespace and name, starting after the cursor. */
  CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit);

  CompletableFuture<TopicStats> stats(Topic topic);

  CompletableFuture<TopicSettings> settings(Topic topic);

  /** Replaces the settings of a topic, which then exists. */
  CompletableFuture<Void> configure(Topic topic, TopicSettings settings);

  /** Stops claims and pushes of a topic on all nodes; puts, acks and time go on. Durable. */
  CompletableFuture<Void> pause(Topic topic);

  CompletableFuture<Void> resume(Topic topic);

  /**
   * Removes all messages of a topic without a trace; its settings stay.
   *
   * @return how many there were
   */
  CompletableFuture<Long> purge(Topic topic);

  /**
   * Removes the ended messages in one state.
   *
   * @return how many there were
   */
  CompletableFuture<Long> purge(Topic topic, State ended);

  /** Brings dead letters back to life. */
  CompletableFuture<RedriveResult> redrive(Redrive redrive);

  /** Stops taking calls, answers waiting claims, finishes what is in flight. Blocks until done. */
  @Override
  void close();

  default CompletableFuture<PutResult> put(Put put) {
    return put(List.of(put)).thenApply(results -> results.get(0));
  }

  default CompletableFuture<SettleResult> settle(Settle settle) {
    return settle(List.of(settle)).thenApply(results -> results.get(0));
  }

  default CompletableFuture<List<SettleResult>> ack(List<? extends Target> targets) {
    return settle(targets.stream().map(Settle.Ack::new).toList());
  }

  default CompletableFuture<SettleResult> ack(Target target) {
    return settle(new Settle.Ack(target));
  }

  /** Releases with the message's backoff. */
  default CompletableFuture<SettleResult> release(Target target) {
    return settle(new Settle.Release(target, null));
  }

  default CompletableFuture<SettleResult> release(Target target, Due due) {
    return settle(new Settle.Release(target, due));
  }

  default CompletableFuture<SettleResult> extend(Target target, Duration lease) {
    return settle(new Settle.Extend(target, lease));
  }

  default CompletableFuture<CancelResult> cancel(Topic topic, String id) {
    return cancel(topic, id, WhenLeased.REFUSE);
  }
}
