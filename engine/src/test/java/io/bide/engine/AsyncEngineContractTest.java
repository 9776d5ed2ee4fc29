package io.bide.engine;

import io.bide.DelayQueue;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;

/** The engine over a store that answers on another thread. */
class AsyncEngineContractTest extends DelayQueueContract {
  private Engine engine;

  @Override
  protected DelayQueue open(ManualClock clock) {
    AsyncStore store = new AsyncStore(new MemoryStore(clock));
    engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);
    return engine;
  }

  @Override
  protected int waitingClaims() {
    return engine.waitingClaims();
  }
}
