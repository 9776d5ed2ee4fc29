package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The store in one Redis keeps the contract. */
class RedisStoreIT extends StoreContract {
  private static RedisProcess redis;

  @BeforeAll
  static void start() {
    redis = RedisProcess.start();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Override
  protected StoreFixture newFixture() {
    return new RedisFixture(redis.url());
  }
}
