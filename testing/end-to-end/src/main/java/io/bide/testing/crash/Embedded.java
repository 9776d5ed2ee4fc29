package io.bide.testing.crash;

import io.bide.Browse;
import io.bide.DelayQueue;
import io.bide.Page;
import io.bide.State;
import io.bide.Topic;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A queue in this process. */
final class Embedded implements Access {
  private final DelayQueue queue;

  Embedded(DelayQueue queue) {
    this.queue = queue;
  }

  @Override
  public CompletableFuture<List<Reply>> put(List<Call.Put> puts) {
    return queue.put(puts.stream().map(Words::put).toList()).thenApply(Words::putReplies);
  }

  @Override
  public CompletableFuture<Reply> claim(Call.Claim claim) {
    return queue.claim(Words.claim(claim)).thenApply(Words::claimed);
  }

  @Override
  public CompletableFuture<List<Reply>> settle(List<Call.Settle> settles) {
    return queue
        .settle(settles.stream().map(Words::settle).toList())
        .thenApply(Words::settleReplies);
  }

  @Override
  public CompletableFuture<Reply> cancel(Call.Cancel cancel) {
    return queue
        .cancel(Topic.of(cancel.topic()), cancel.id(), Words.whenLeased(cancel.voids()))
        .thenApply(result -> new Reply.Cancelled(result.answer(), result.itemsRemoved()));
  }

  @Override
  public CompletableFuture<Reply> reschedule(Call.Reschedule move) {
    return queue
        .reschedule(Topic.of(move.topic()), move.id(), Words.after(move.delay()))
        .thenApply(result -> new Reply.Rescheduled(result.answer(), Words.millis(result.due())));
  }

  @Override
  public CompletableFuture<Reply.Counts> stats(Call.Stats stats) {
    return queue
        .stats(Topic.of(stats.topic()))
        .thenApply(result -> new Reply.Counts(result.counts()));
  }

  @Override
  public CompletableFuture<Page<Event.Listed>> ended(
      String topic, State state, @Nullable String cursor) {
    return queue
        .browse(Browse.of(Topic.of(topic), state)
            .limit(Browse.MAX_LIMIT)
            .after(cursor)
            .withBodies())
        .thenApply(
            page -> new Page<>(page.items().stream().map(Words::listed).toList(), page.cursor()));
  }
}
