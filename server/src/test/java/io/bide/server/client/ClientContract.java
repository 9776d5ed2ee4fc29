package io.bide.server.client;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The client keeps the contract of queues, through real sockets and a server. */
abstract class ClientContract extends DelayQueueContract {
  private static HttpNode node;

  private Engine engine;

  @BeforeAll
  static void openNode() {
    node = new HttpNode();
  }

  @AfterAll
  static void closeNode() {
    node.close();
  }

  /** A new, empty store that lives by this clock. */
  abstract Store store(ManualClock clock);

  @Override
  protected DelayQueue open(ManualClock clock) {
    engine = null;
    node.serve(() -> engine(clock));
    return node.client();
  }

  /** Started by the first request: opening a store takes time, and not every test makes one. */
  private synchronized Engine engine(ManualClock clock) {
    if (engine == null) {
      engine = Engine.start(store(clock), EngineConfig.DEFAULT, clock, clock);
    }
    return engine;
  }

  @Override
  protected synchronized int waitingClaims() {
    return engine == null ? 0 : engine.waitingClaims();
  }

  @AfterEach
  synchronized void closeEngine() {
    if (engine != null) {
      engine.close();
    }
  }
}
