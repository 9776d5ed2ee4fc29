package io.bide.store.redis;

import io.bide.testing.StoreFixture;
import io.bide.testing.random.RandomSequencesContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store in one Redis answers as the oracle does. */
class RedisSequencesIT extends RandomSequencesContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  @Override
  protected StoreFixture newFixture() {
    return new RedisFixture(SERVERS.url());
  }
}
