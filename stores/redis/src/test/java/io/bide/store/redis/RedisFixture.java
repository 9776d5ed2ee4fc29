package io.bide.store.redis;

import io.bide.store.Store;
import io.bide.testing.ManualClock;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A prefix of its own for each store, in a Redis that all tests share. */
final class RedisFixture implements StoreFixture {
  private static final AtomicLong NUMBER = new AtomicLong();

  private RedisConfig config;
  private final Spread spread;

  RedisFixture(String url) {
    this(url, 1, Spread.BY_HASH);
  }

  private RedisFixture(String url, int partitions, Spread spread) {
    this.spread = spread;
    config = RedisConfig.at(url)
        .prefix("test" + NUMBER.incrementAndGet() + ":")
        .partitions(partitions)
        .timeout(Use.PATIENT)
        .sweepPeriod(Duration.ZERO);
  }

  /**
   * One in which every topic has four partitions. The contract speaks of the order of messages, which holds
   * within a partition; so all are in one, and the others are asked in vain.
   */
  static RedisFixture withPartitions(String url) {
    return new RedisFixture(url, 4, (id, partitions) -> 2);
  }

  @Override
  public Store open(ManualClock clock) {
    config = config.clock(clock);
    return RedisStore.open(config, spread);
  }

  @Override
  public int partitions() {
    return config.partitions();
  }

  /** Another node on the same data, with the same clock. */
  Store another() {
    return RedisStore.open(config, spread);
  }

  @Override
  public Store reopen(Store store) {
    store.close();
    return RedisStore.open(config, spread);
  }
}
