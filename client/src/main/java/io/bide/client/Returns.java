package io.bide.client;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gives back what was claimed and never looked at. A message with a receipt is unclaimed; one of an
 * at-most-once topic has ended with the claim, so it is put again.
 */
final class Returns {
  private final Puts puts;
  private final Settles settles;

  Returns(Puts puts, Settles settles) {
    this.puts = puts;
    this.settles = settles;
  }

  CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    List<Settle> leased = new ArrayList<>(deliveries.size());
    List<Put> ended = new ArrayList<>(0);
    for (Delivery delivery : deliveries) {
      if (delivery.receipt() != null) {
        leased.add(new Settle.Unclaim(delivery.receipt()));
      } else {
        ended.addAll(delivery.message().again());
      }
    }
    return CompletableFuture.allOf(settle(leased), put(ended));
  }

  private CompletableFuture<Void> settle(List<Settle> leased) {
    return settles
        .settle(leased)
        .thenAccept(results -> results.stream().map(SettleResult::error).forEach(Returns::rethrow));
  }

  private CompletableFuture<Void> put(List<Put> ended) {
    if (ended.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return puts.putAll(ended)
        .thenAccept(results -> results.stream().map(Returns::error).forEach(Returns::rethrow));
  }

  private static @Nullable BideException error(PutResult result) {
    return result instanceof PutResult.Failed failed ? failed.error() : null;
  }

  private static void rethrow(@Nullable BideException error) {
    if (error != null) {
      throw error;
    }
  }
}
