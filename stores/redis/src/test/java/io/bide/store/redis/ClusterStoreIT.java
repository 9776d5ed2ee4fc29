package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store in a Cluster of three masters keeps the contract. */
class ClusterStoreIT extends StoreContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.cluster();

  @Override
  protected StoreFixture newFixture() {
    return new RedisFixture(SERVERS.url());
  }
}
