package io.bide.examples;

import io.bide.Backoff;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Tells a shop that an order was paid: at once, and if the shop does not listen, again after 2m, 10m, 10m, 1h,
 * 2h, 6h and 15h. After the eighth time it is a dead letter.
 *
 * <p>The schedule travels with the message, so that whoever sends the notice only says whether it worked: no
 * counter in the body, and no second message for the next time.
 */
public final class PaymentNotices {
  static final Topic TOPIC = Topic.of("payment-notices");
  static final Duration[] SCHEDULE = {
    Duration.ofMinutes(2),
    Duration.ofMinutes(10),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofHours(2),
    Duration.ofHours(6),
    Duration.ofHours(15)
  };

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final DelayQueue queue;

  PaymentNotices(DelayQueue queue) {
    this.queue = queue;
  }

  /** Plans all notices of an order with one put. */
  void paid(String order, Duration... schedule) {
    queue
        .put(Put.to(TOPIC)
            .id(order)
            .body("paid: " + order)
            .backoff(Backoff.schedule(schedule))
            .build())
        .join()
        .requireStored();
  }

  /**
   * Waits for the next notice that is due, and sends it.
   *
   * @param shop takes the text, and says whether it has understood
   * @return what became of it
   */
  CompletableFuture<State> sendNext(Predicate<String> shop) {
    return queue
        .claim(Claim.from(TOPIC).waiting(PATIENCE))
        .thenCompose(claimed -> claimed.isEmpty() ? sendNext(shop) : send(claimed, shop));
  }

  private CompletableFuture<State> send(Claimed claimed, Predicate<String> shop) {
    Delivery notice = claimed.deliveries().get(0);
    boolean understood = shop.test(notice.message().body().asText());
    CompletableFuture<SettleResult> settled =
        understood ? queue.ack(notice.requireReceipt()) : queue.release(notice.requireReceipt());
    return settled.thenApply(PaymentNotices::state);
  }

  private static State state(SettleResult result) {
    if (result.state() == null) {
      throw new IllegalStateException("nobody knows what became of the notice: " + result);
    }
    return result.state();
  }

  /**
   * Runs it with a shop that never listens.
   *
   * @param args how many times as fast as in reality; 1 if it is left out
   */
  public static void main(String[] args) throws IOException {
    long speed = args.length == 0 ? 1 : Long.parseLong(args[0]);
    Duration[] schedule =
        Arrays.stream(SCHEDULE).map(delay -> delay.dividedBy(speed)).toArray(Duration[]::new);
    Path directory = Files.createTempDirectory("payment-notices");
    try (Engine engine =
        Engine.start(RocksStore.open(RocksConfig.at(directory)), EngineConfig.DEFAULT)) {
      PaymentNotices notices = new PaymentNotices(engine);
      notices.paid("order-4711", schedule);
      State state = State.WAITING;
      while (state.live()) {
        state = notices.sendNext(PaymentNotices::deaf).join();
      }
      System.out.println("the notice is " + state + "; an operator can redrive it");
    }
  }

  private static boolean deaf(String notice) {
    System.out.println(SystemTime.clock().instant() + " " + notice);
    return false;
  }
}
