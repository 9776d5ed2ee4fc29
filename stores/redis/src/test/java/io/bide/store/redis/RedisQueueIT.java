package io.bide.store.redis;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue over the store in one Redis keeps the contract of queues. */
class RedisQueueIT extends DelayQueueContract {
  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  private Engine engine;

  @Override
  protected DelayQueue open(ManualClock clock) {
    Store store = new RedisFixture(SERVERS.url()).open(clock);
    engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);
    return engine;
  }

  @Override
  protected int waitingClaims() {
    return engine.waitingClaims();
  }
}
