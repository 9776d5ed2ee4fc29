package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The store in one Redis keeps the contract when every topic has four partitions. What holds when messages are
 * spread over all of them is in {@link PartitionsIT}.
 */
class SpreadStoreIT extends StoreContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  @Override
  protected StoreFixture newFixture() {
    return RedisFixture.withPartitions(SERVERS.url());
  }
}
