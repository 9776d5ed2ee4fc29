package io.bide.server.http;

import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes one call of the many that an event loop reads in one go, and deals out the answers on that loop.
 *
 * <p>What is added is sent when the loop has read all that was there to be read, so nothing waits for
 * company: under light load each call goes alone, under heavy load tens share one trip to the store and
 * one way back. Used on one event loop only.
 */
final class Gatherer<I, R> {
  private final Context context;
  private final int most;
  private final Function<List<I>, CompletableFuture<List<R>>> call;
  private List<I> items = new ArrayList<>();
  private List<Share<R>> shares = new ArrayList<>();

  /** One caller's part of the answers. */
  private record Share<R>(int size, CompletableFuture<List<R>> answer) {}

  /**
   * Gathers nothing yet.
   *
   * @param most how many items go together at most; a caller's own items always do
   */
  Gatherer(Context context, int most, Function<List<I>, CompletableFuture<List<R>>> call) {
    this.context = context;
    this.most = most;
    this.call = call;
  }

  CompletableFuture<List<R>> add(List<? extends I> more) {
    if (!shares.isEmpty() && items.size() + more.size() > most) {
      send();
    }
    if (shares.isEmpty()) {
      context.runOnContext(v -> send());
    }
    CompletableFuture<List<R>> answer = new CompletableFuture<>();
    items.addAll(more);
    shares.add(new Share<>(more.size(), answer));
    return answer;
  }

  private void send() {
    if (shares.isEmpty()) {
      return; // Sent already, because there were so many.
    }
    List<I> sent = items;
    List<Share<R>> waiting = shares;
    items = new ArrayList<>();
    shares = new ArrayList<>();
    var unused = called(sent)
        .whenComplete(
            (results, failure) -> context.runOnContext(v -> deal(waiting, results, failure)));
  }

  /** Whatever goes wrong, everybody gets an answer. */
  private CompletableFuture<List<R>> called(List<I> sent) {
    try {
      return call.apply(sent);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static <R> void deal(
      List<Share<R>> shares, @Nullable List<R> results, @Nullable Throwable failure) {
    int from = 0;
    for (Share<R> share : shares) {
      if (results == null) {
        share.answer().completeExceptionally(Objects.requireNonNull(failure));
      } else {
        share.answer().complete(results.subList(from, from + share.size()));
        from += share.size();
      }
    }
  }
}
