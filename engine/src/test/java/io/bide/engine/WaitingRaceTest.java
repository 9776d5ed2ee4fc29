package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads wait on one or several topics and give up at random while a few messages at a time are put.
 * The next look is so far away, and every wait so long, that a lost wake-up stops the test.
 */
class WaitingRaceTest {
  private static final int ROUNDS = 1_500;
  private static final int CLAIMERS = 6;
  private static final List<Topic> TOPICS = List.of(Topic.of("a"), Topic.of("b"), Topic.of("c"));

  private final Engine engine = Engine.start(
      new AsyncStore(new MemoryStore(SystemTime.clock())),
      EngineConfig.builder().lookInterval(Duration.ofHours(1)).build());
  private final Map<String, Integer> served = new ConcurrentHashMap<>();
  private final Semaphore done = new Semaphore(0);
  private final List<Thread> claimers = new ArrayList<>();
  private volatile boolean stop;

  @BeforeEach
  void startClaimers() {
    for (int i = 0; i < CLAIMERS; i++) {
      int seed = i;
      Thread claimer = new Thread(() -> claimUntilStopped(seed), "bide-test-claimer-" + i);
      claimers.add(claimer);
      claimer.start();
    }
  }

  @AfterEach
  void close() throws InterruptedException {
    stop = true;
    engine.close();
    for (Thread claimer : claimers) {
      claimer.join(TimeUnit.SECONDS.toMillis(10));
    }
  }

  @Test
  @Timeout(240)
  void everyMessage_isServedOnceWhateverTheRaces() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    int messages = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int count = 1 + random.nextInt(3);
      List<CompletableFuture<PutResult>> puts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        puts.add(engine.put(Put.to(TOPICS.get(random.nextInt(TOPICS.size())))
            .id("m" + messages++)
            .delay(Duration.ofMillis(random.nextInt(3)))
            .build()));
      }
      assertThat(done.tryAcquire(count, 60, TimeUnit.SECONDS))
          .as("round " + round)
          .isTrue();
      assertThat(puts).allSatisfy(put -> assertThat(put.join().stored()).isTrue());
    }

    assertThat(served).hasSize(messages);
    assertThat(served.values()).as("times served").containsOnly(1);
  }

  private void claimUntilStopped(int seed) {
    SplittableRandom random = new SplittableRandom(1_000 + seed);
    while (!stop) {
      CompletableFuture<Claimed> answer = engine.claim(Claim.from(someTopics(seed, random))
          .max(1 + random.nextInt(3))
          .waiting(Duration.ofMinutes(2)));
      spin(random.nextInt(3_000));
      if (random.nextInt(3) == 0 && answer.cancel(true)) {
        continue;
      }
      if (!stop) {
        answer.join().deliveries().forEach(this::settle);
      }
    }
  }

  /** The first claimer waits on all topics, so that somebody waits on each. */
  private static Topic[] someTopics(int claimer, SplittableRandom random) {
    Topic[] topics = new Topic[claimer == 0 ? TOPICS.size() : 1 + random.nextInt(TOPICS.size())];
    int first = random.nextInt(TOPICS.size());
    for (int i = 0; i < topics.length; i++) {
      topics[i] = TOPICS.get((first + i) % TOPICS.size());
    }
    return topics;
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  private void settle(Delivery delivery) {
    served.merge(delivery.message().id(), 1, Integer::sum);
    if (engine.ack(delivery.requireReceipt()).join().ok()) {
      done.release();
    }
  }
}
