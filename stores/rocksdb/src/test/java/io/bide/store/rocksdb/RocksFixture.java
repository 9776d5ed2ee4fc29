package io.bide.store.rocksdb;

import io.bide.store.Store;
import io.bide.testing.ManualClock;
import io.bide.testing.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for one store. */
final class RocksFixture implements StoreFixture {
  private final Path directory;
  private RocksConfig config;

  RocksFixture() {
    try {
      directory = Files.createTempDirectory("bide");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A small memory budget opens faster; what a sync promises is tested elsewhere.
    config = RocksConfig.at(directory)
        .memory(1 << 20, 4 << 20)
        .journalBytes(1 << 20)
        .freeSpaceFloor(0)
        .durability(RocksConfig.Durability.RELAXED);
  }

  @Override
  public Store open(ManualClock clock) {
    config = config.clock(clock);
    return RocksStore.open(config);
  }

  @Override
  public Store reopen(Store store) {
    store.close();
    return RocksStore.open(config);
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
