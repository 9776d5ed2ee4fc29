package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Put;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads: workers pause, resume, stop and start while messages come; nothing is lost. */
@Timeout(240)
class WorkerRaceTest {
  private static final Topic ORDERS = Topic.of("orders");
  private static final int MESSAGES = 3_000;
  private static final int CONCURRENCY = 8;

  // A lease so long that only giving back can bring a message to another worker in time.
  private final Engine engine = Engine.start(
      new MemoryStore(SystemTime.clock()),
      EngineConfig.builder().lookInterval(Duration.ofHours(1)).build());
  private final ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
  private final Map<String, Integer> handled = new ConcurrentHashMap<>();
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @AfterEach
  void close() {
    engine.close();
    threads.shutdown();
  }

  private Worker start() {
    return Worker.builder(engine)
        .executor(threads)
        .topic(
            "orders",
            delivery -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              handled.merge(delivery.message().id(), 1, Integer::sum);
              now.decrementAndGet();
            },
            TopicOptions.concurrently(CONCURRENCY).lease(Duration.ofHours(1)))
        .start();
  }

  @Test
  void everyMessage_isHandledOnceWhateverTheWorkersDo() throws Exception {
    Thread putter = new Thread(this::putAll, "bide-test-putter");
    putter.start();
    SplittableRandom random = new SplittableRandom(7);
    Worker worker = start();
    while (handled.size() < MESSAGES) {
      switch (random.nextInt(3)) {
        case 0 -> {
          assertThat(worker.stop(Duration.ofMinutes(2))).isTrue();
          worker = start();
        }
        case 1 -> {
          worker.pause();
          worker.resume();
        }
        default -> Thread.onSpinWait();
      }
    }
    putter.join();
    assertThat(worker.stop(Duration.ofMinutes(2))).isTrue();

    assertThat(handled.values()).containsOnly(1);
    assertThat(engine.stats(ORDERS).join().count(State.DONE)).isEqualTo(MESSAGES);
    assertThat(most.get()).isLessThanOrEqualTo(CONCURRENCY);
  }

  private void putAll() {
    for (int i = 0; i < MESSAGES; i += 10) {
      List<Put> puts = new ArrayList<>();
      for (int j = i; j < i + 10; j++) {
        puts.add(Put.to(ORDERS).id("m" + j).build());
      }
      engine.put(puts).join();
    }
  }

  @Test
  void handlersThatBlock_allRunAtTheSameTime() throws Exception {
    CountDownLatch together = new CountDownLatch(CONCURRENCY);
    for (int i = 0; i < CONCURRENCY; i++) {
      engine.put(Put.to(ORDERS).id("m" + i).build()).join();
    }
    try (Worker worker = Worker.builder(engine)
        .topic(
            "orders",
            delivery -> {
              together.countDown();
              together.await();
            },
            TopicOptions.concurrently(CONCURRENCY))
        .start()) {
      assertThat(together.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(worker.stop(Duration.ofMinutes(2))).isTrue();
    }
    assertThat(engine.stats(ORDERS).join().count(State.DONE)).isEqualTo(CONCURRENCY);
  }
}
