package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls a store and waits for the answer. */
final class Calls {
  static final Topic TOPIC = Topic.of("orders");

  private static final int PATIENCE_SECONDS = 60;

  private Calls() {}

  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BideException expected) {
        throw expected;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer within " + PATIENCE_SECONDS + " s", e);
    }
  }

  static PutResult put(Store store, String id) {
    return await(store.put(List.of(Put.to(TOPIC).id(id).body("body of " + id).build())))
        .get(0);
  }

  /** Puts messages 0 to count - 1, many in a call. */
  static void putMany(Store store, int count) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      puts.add(Put.to(TOPIC).id("m" + i).body("body of m" + i).build());
      if (puts.size() == 500 || i == count - 1) {
        await(store.put(List.copyOf(puts))).forEach(PutResult::requireStored);
        puts.clear();
      }
    }
  }

  static List<Delivery> claim(Store store, int max) {
    return await(store.claim(TOPIC, List.of(new ClaimRequest(max, 1_000, null, null)), 1 << 20))
        .grants()
        .get(0)
        .deliveries();
  }

  static SettleResult ack(Store store, Delivery delivery) {
    return await(store.settle(List.of(new Settle.Ack(delivery.requireReceipt()))))
        .get(0);
  }
}
