package io.bide.engine;

import io.bide.DelayQueue;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;

/** The engine over the oracle. */
class EngineContractTest extends DelayQueueContract {
  private Engine engine;

  @Override
  protected DelayQueue open(ManualClock clock) {
    engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
    return engine;
  }

  @Override
  protected int waitingClaims() {
    return engine.waitingClaims();
  }
}
