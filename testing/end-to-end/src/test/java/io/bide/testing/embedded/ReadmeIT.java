package io.bide.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows works as it stands there, on the real clock. */
class ReadmeIT {
  private final Topic orders = Topic.of("orders");

  @TempDir
  Path directory;

  private Engine open() {
    return Engine.start(RocksStore.open(RocksConfig.at(directory)), EngineConfig.DEFAULT);
  }

  @Test
  void anOrderThatWasPaid_isTakenBack() {
    try (Engine bide = open()) {
      bide.put(Put.to(orders)
              .id("order-4711")
              .body("close")
              .delay(Duration.ofMinutes(30))
              .build())
          .join();

      CancelResult paid = bide.cancel(orders, "order-4711").join();

      assertThat(paid.answer()).isEqualTo(CancelResult.Answer.CANCELLED);
    }
  }

  @Test
  void anOrderThatWasNotPaid_isHandedOutInTime_alsoAfterARestart() {
    try (Engine bide = open()) {
      bide.put(Put.to(orders)
              .id("order-4712")
              .body("close")
              .delay(Duration.ofMillis(300))
              .build())
          .join();
    }
    try (Engine bide = open()) {
      Claimed claimed =
          bide.claim(Claim.from(orders).max(10).waiting(Duration.ofSeconds(20))).join();

      assertThat(claimed.deliveries()).hasSize(1);
      Delivery delivery = claimed.deliveries().get(0);
      assertThat(claimed.now()).isAfterOrEqualTo(delivery.message().due());
      assertThat(delivery.message().body().asText()).isEqualTo("close");
      assertThat(bide.ack(delivery.requireReceipt()).join().state()).isEqualTo(State.DONE);
    }
  }
}
