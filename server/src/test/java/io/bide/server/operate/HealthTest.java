package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class HealthTest {
  private final Bench bench = new Bench(10);

  @AfterEach
  void stop() {
    bench.close();
  }

  private void ready() {
    Await.value(bench.health.ready());
  }

  @Test
  void ready_whileTheStoreWorks_isSo() {
    assertThatCode(this::ready).doesNotThrowAnyException();
  }

  @Test
  void ready_whenTheStoreFails_saysWhy() {
    bench.storeFails(new BideException(ErrorCode.CORRUPT, "a broken table"));

    assertThatThrownBy(this::ready)
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage("the store does not work: a broken table");
  }

  @Test
  void ready_whenTheStoreHangs_saysSoAfterTwoSecondsAndNotBefore() {
    bench.storeHangs();
    CompletableFuture<Void> ready = bench.health.ready();
    bench.clock.advance(Duration.ofMillis(1_999));
    assertThat(ready).isNotDone();

    bench.clock.advance(Duration.ofMillis(1));
    assertThatThrownBy(() -> Await.value(ready)).hasMessageContaining("not answered within 2 s");
  }

  @Test
  void ready_askedOftenWhileTheStoreHangs_asksTheStoreOnce() {
    bench.storeHangs();
    for (int i = 0; i < 5; i++) {
      assertThat(bench.health.ready()).isNotDone();
    }
    assertThat(bench.pings.get()).isEqualTo(1);
  }

  @Test
  void ready_onceAnAnswerCameInTime_leavesNoTimerBehind() {
    int before = bench.clock.waiting();
    bench.storeHangs();
    CompletableFuture<Void> ready = bench.health.ready();
    assertThat(bench.clock.waiting()).isEqualTo(before + 1);

    bench.storeAnswersAtLast();
    assertThat(ready).isCompleted();
    assertThat(bench.clock.waiting()).isEqualTo(before);
  }

  @Test
  void ready_whenTheStoreHasTooMuchToDo_isSo() {
    bench.storeFails(new BideException(ErrorCode.OVERLOADED, "too much"));
    assertThatCode(this::ready).doesNotThrowAnyException();
  }

  @Test
  void ready_whileStopping_isNotSo() {
    bench.health.stopping();
    assertThatThrownBy(this::ready).hasMessage("the server is stopping");
  }

  @Test
  void ready_afterTheQueueWasClosed_isNotSo() {
    bench.engine.close();
    assertThatThrownBy(this::ready).hasMessageContaining("has been closed");
  }
}
