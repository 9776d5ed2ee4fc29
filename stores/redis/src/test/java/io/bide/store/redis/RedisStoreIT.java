package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store in one Redis keeps the contract. */
class RedisStoreIT extends StoreContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  @Override
  protected StoreFixture newFixture() {
    return new RedisFixture(SERVERS.url());
  }
}
