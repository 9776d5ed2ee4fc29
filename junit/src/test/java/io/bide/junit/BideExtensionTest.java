package io.bide.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.Topic;
import io.bide.worker.Worker;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

@Timeout(240)
class BideExtensionTest {
  private static final Topic TOPIC = Topic.of("orders");

  @RegisterExtension
  static final BideExtension bide = BideExtension.startingAt(Instant.parse("2024-02-29T12:00:00Z"));

  @BeforeEach
  @AfterEach
  void queue_alsoBeforeAndAfterATest_isThatOfTheTest(DelayQueue queue) {
    assertThat(queue).isSameAs(bide.queue());
  }

  @Test
  void clock_startingAt_startsThere(BideClock clock) {
    assertThat(clock).isSameAs(bide.clock());
    assertThat(clock.instant()).isEqualTo("2024-02-29T12:00:00Z");
  }

  @RepeatedTest(2)
  void queue_ofEachTest_isEmptyAtFirst() {
    assertThat(bide.queue().topics(null, 10).join().items()).isEmpty();

    bide.queue().put(Put.to(TOPIC).id("4711").build()).join().requireStored();
  }

  @Test
  void queue_outsideOfATest_isRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new BideExtension().queue())
        .withMessageContaining("@RegisterExtension");
  }

  @ExtendWith(BideExtension.class)
  static class AsksTooEarly {
    AsksTooEarly(DelayQueue queue) {
      assertThat(queue).isNotNull();
    }

    @Test
    void test() {}
  }

  @Test
  void parameter_ofAConstructor_isRefused() {
    Events containers = EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(AsksTooEarly.class))
        .execute()
        .testEvents();

    containers.assertStatistics(counts -> counts.started(1).failed(1));
  }

  @Test
  void close_whileAHandlerRuns_interruptsItAndDeletesTheDirectory() throws Exception {
    Bed bed = Bed.make(BideExtension.DEFAULT_START);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Worker worker = Worker.builder(bed.queue())
        .topic("orders", delivery -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        })
        .start();
    bed.queue().put(Put.to(TOPIC).build()).join().requireStored();
    running.await();

    bed.close();

    interrupted.await();
    assertThat(Files.exists(bed.directory())).isFalse();
    assertThat(worker.running()).isLessThanOrEqualTo(1);
  }

  @Test
  void advance_withAHandlerThatDoesNotReturn_saysSo() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (Bed bed = Bed.make(BideExtension.DEFAULT_START, Duration.ofMillis(200))) {
      Worker worker = Worker.builder(bed.queue())
          .topic("orders", delivery -> {
            begun.countDown();
            never.await();
          })
          .start();
      bed.queue().put(Put.to(TOPIC).delay(Duration.ofMinutes(30)).build()).join();

      assertThatIllegalStateException()
          .isThrownBy(() -> bed.clock().advance(Duration.ofMinutes(30)))
          .withMessageContaining("still under way");
      begun.await();
      assertThat(worker.running()).isEqualTo(1);
    }
  }
}
