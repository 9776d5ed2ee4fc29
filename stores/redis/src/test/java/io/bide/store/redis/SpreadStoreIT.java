package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The store in one Redis keeps the contract when every topic has four partitions. The contract speaks of the
 * order of messages, which holds within a partition; so all are in one, and the others are asked in vain. What
 * holds when messages are spread over all of them is in {@link PartitionsIT}.
 */
class SpreadStoreIT extends StoreContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  @Override
  protected StoreFixture newFixture() {
    return new RedisFixture(SERVERS.url(), 4, (id, partitions) -> 2);
  }
}
