package io.bide.server.client;

import io.bide.store.Store;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;

/** The client before the oracle. */
class ClientOnMemoryIT extends ClientContract {
  @Override
  Store store(ManualClock clock) {
    return new MemoryStore(clock);
  }
}
