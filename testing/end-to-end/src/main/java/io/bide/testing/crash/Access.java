package io.bide.testing.crash;

import io.bide.Page;
import io.bide.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How the load reaches the queue. Futures fail with a {@link io.bide.BideException}. */
interface Access {
  CompletableFuture<List<Reply>> put(List<Call.Put> puts);

  CompletableFuture<Reply> claim(Call.Claim claim);

  CompletableFuture<List<Reply>> settle(List<Call.Settle> settles);

  CompletableFuture<Reply> cancel(Call.Cancel cancel);

  CompletableFuture<Reply> reschedule(Call.Reschedule move);

  CompletableFuture<Reply.Counts> stats(Call.Stats stats);

  /** A page of what has ended in this state, bodies included. */
  CompletableFuture<Page<Event.Listed>> ended(String topic, State state, @Nullable String cursor);
}
