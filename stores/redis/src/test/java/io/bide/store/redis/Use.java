package io.bide.store.redis;

import io.bide.BideException;
import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Short words for what tests do with a store. */
final class Use {
  static final Topic TOPIC = Topic.of("orders");

  /** For what is not about time: a machine that stands still for some seconds must not fail a call. */
  static final Duration PATIENT = Duration.ofMinutes(1);

  private Use() {}

  static PutResult put(Store store, String id) {
    return Await.value(store.put(List.of(message(id)))).get(0);
  }

  static Put message(String id) {
    return Put.to(TOPIC).id(id).body("body of " + id).token("token of " + id).build();
  }

  /** Claims once everything is ready: what was just put is due with the next millisecond. */
  static List<Delivery> claim(Store store, int max) {
    untilReady(store, TOPIC);
    return Await.value(
            store.claim(TOPIC, List.of(new ClaimRequest(max, 1_000, null, null)), 1 << 20))
        .grants()
        .get(0)
        .deliveries();
  }

  static void untilReady(Store store, Topic topic) {
    Servers.until(
        "everything is due", () -> Await.value(store.stats(topic)).count(State.WAITING) == 0);
  }

  static SettleResult ack(Store store, Delivery delivery) {
    return Await.value(store.settle(List.of(new Settle.Ack(delivery.requireReceipt()))))
        .get(0);
  }

  static CancelResult cancel(Store store, String id) {
    return Await.value(store.cancel(TOPIC, id, WhenLeased.REFUSE));
  }

  /** The code a call fails with; none if it succeeds. */
  static @Nullable ErrorCode failure(CompletableFuture<?> call) {
    try {
      Await.value(call);
      return null;
    } catch (BideException e) {
      return e.code();
    }
  }

  static @Nullable ErrorCode failureOfPut(Store store, String id) {
    return failure(store.put(List.of(message(id))));
  }

  /** Waits until a put succeeds; every failure on the way must be one of those allowed. */
  static void untilPutSucceeds(Store store, String id, ErrorCode... allowed) {
    Servers.until("puts succeed again", () -> {
      ErrorCode code = failureOfPut(store, id);
      if (code != null && !List.of(allowed).contains(code)) {
        throw new AssertionError("failed with " + code);
      }
      return code == null;
    });
  }
}
