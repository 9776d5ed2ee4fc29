package io.bide.server.client;

import io.bide.store.Store;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.bide.testing.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The client before the embedded store, which need not survive a loss of power here. */
class ClientOnDiskIT extends ClientContract {
  private @TempDir Path directory;

  @Override
  Store store(ManualClock clock) {
    return RocksStore.open(RocksConfig.at(directory.resolve("data"))
        .durability(RocksConfig.Durability.RELAXED)
        .clock(clock));
  }
}
