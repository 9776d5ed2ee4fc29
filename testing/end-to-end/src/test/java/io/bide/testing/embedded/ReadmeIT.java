package io.bide.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.bide.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
  @Timeout(240)
  void anOrderThatWasNotPaid_isHandled_alsoAfterARestart() throws Exception {
    try (Engine bide = open()) {
      bide.put(Put.to("orders")
              .id("order-4712")
              .body("close")
              .delay(Duration.ofMillis(300))
              .build())
          .join();
    }
    try (Engine bide = open()) {
      CompletableFuture<Message> closing = new CompletableFuture<>();
      Worker worker = Worker.builder(bide)
          .topic("orders", delivery -> closing.complete(delivery.message()))
          .start();

      Message message = closing.get();
      assertThat(message.body().asText()).isEqualTo("close");
      assertThat(message.claimed()).isAfterOrEqualTo(message.due());
      assertThat(worker.stop(Duration.ofSeconds(60))).isTrue();
      assertThat(bide.peek(orders, "order-4712").join().orElseThrow().state())
          .isEqualTo(State.DONE);
    }
  }
}
