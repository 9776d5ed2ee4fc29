package io.bide.server.client;

import io.bide.store.Store;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.testing.ManualClock;
import io.bide.testing.redis.RedisProcess;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The client before a store in Redis. */
class ClientOnRedisIT extends ClientContract {
  private static final AtomicInteger STORES = new AtomicInteger();

  private static RedisProcess redis;

  @BeforeAll
  static void startRedis() {
    redis = RedisProcess.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @Override
  Store store(ManualClock clock) {
    return RedisStore.open(RedisConfig.at(redis.url())
        .prefix("client" + STORES.incrementAndGet() + ":")
        .timeout(Duration.ofMinutes(1))
        .sweepPeriod(Duration.ZERO)
        .clock(clock));
  }
}
