package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class ThreadsTest {
  @Test
  void virtualThreads_areUsedWhereTheJvmHasThem() {
    ExecutorService virtual = Threads.virtual();
    assertThat(virtual != null).isEqualTo(Runtime.version().feature() >= 21);
    if (virtual != null) {
      virtual.shutdown();
    }
  }

  @Test
  void pool_runsAsManyAsItMayAtTheSameTime() throws Exception {
    ExecutorService pool = Threads.pool(3);
    CountDownLatch all = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      pool.execute(() -> {
        all.countDown();
        try {
          all.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
    }
    pool.shutdown();

    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }
}
