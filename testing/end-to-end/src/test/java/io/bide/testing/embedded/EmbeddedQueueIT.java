package io.bide.testing.embedded;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The queue an application opens in its own process: the engine over the store on disk. */
class EmbeddedQueueIT extends DelayQueueContract {
  @TempDir
  Path directory;

  private Engine engine;

  @Override
  protected DelayQueue open(ManualClock clock) {
    RocksConfig config = RocksConfig.at(directory).freeSpaceFloor(0).clock(clock);
    engine = Engine.start(RocksStore.open(config), EngineConfig.DEFAULT, clock, clock);
    return engine;
  }

  @Override
  protected int waitingClaims() {
    return engine.waitingClaims();
  }
}
