package io.bide.engine;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back what was claimed for somebody who never saw it. A message with a receipt is unclaimed;
 * one of an at-most-once topic has ended with the claim, so it is put again from memory.
 */
final class Returns {
  private static final Logger log = LoggerFactory.getLogger(Returns.class);

  private final Store store;
  private final Gate gate;
  private final Telling telling;

  Returns(Store store, Gate gate, Telling telling) {
    this.store = store;
    this.gate = gate;
    this.telling = telling;
  }

  /** Gives back on behalf of a caller who is gone. */
  void giveBack(List<Delivery> deliveries) {
    if (deliveries.isEmpty()) {
      return;
    }
    gate.owe();
    Failures.whenDone(Failures.catching(() -> unclaim(deliveries)), (done, error) -> {
      if (error != null) {
        Topic topic = deliveries.get(0).message().topic();
        log.warn(
            "Could not give back {} claimed messages (topic {}); their leases have to end first: {}",
            deliveries.size(),
            topic,
            error.getMessage());
      }
      gate.paid();
    });
  }

  /** Gives back; fails if the store does or if one of them failed. */
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

  private CompletableFuture<Void> settle(List<Settle> settles) {
    if (settles.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return store.settle(settles).thenAccept(results -> {
      telling.settled(settles, results);
      results.stream().map(SettleResult::error).forEach(Returns::rethrow);
    });
  }

  private CompletableFuture<Void> put(List<Put> puts) {
    if (puts.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return store.put(puts).thenAccept(results -> {
      telling.put(results);
      results.forEach(Returns::check);
    });
  }

  private static void check(PutResult result) {
    if (result instanceof PutResult.Duplicate taken) {
      log.warn(
          "Message {} of topic {} was claimed at most once and cannot be given back: its id was put"
              + " again meanwhile",
          taken.existing().id(),
          taken.existing().topic());
    }
    rethrow(result instanceof PutResult.Failed failed ? failed.error() : null);
  }

  private static void rethrow(@Nullable BideException error) {
    if (error != null) {
      throw error;
    }
  }
}
