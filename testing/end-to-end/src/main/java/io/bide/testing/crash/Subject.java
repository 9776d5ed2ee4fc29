package io.bide.testing.crash;

import io.bide.DelayQueue;
import io.bide.SystemTime;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.store.rocksdb.PlantedStore;
import io.bide.store.rocksdb.PlantedStore.DiskFault;
import io.bide.store.rocksdb.RocksConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The queue under test: an engine over a store on the disk, with a fault planted somewhere. */
final class Subject {
  private static final long EARLY_MILLIS = 5;

  /** So little that the journal goes round and round. */
  private static final long JOURNAL_BYTES = 1 << 20;

  /** How much the store keeps in memory before it writes tables. */
  enum Memory {
    /** Less than the columns need to begin with: each write makes a table. Only for a few of them. */
    TINY(4),
    /** A little more than they need: logs and tables change places now and then. */
    TIGHT(22),
    /** So much that everything stays in the log. */
    ROOMY(64);

    private final long bytes;

    Memory(int mebibytes) {
      bytes = (long) mebibytes << 20;
    }
  }

  private Subject() {}

  static DelayQueue open(Path directory, Path mark, Memory memory, Fault fault) {
    SyncMark synced = SyncMark.open(mark);
    RocksConfig config = RocksConfig.at(directory)
        .memory(memory.bytes, memory.bytes)
        .journalBytes(JOURNAL_BYTES)
        .clock(clock(fault));
    Store store = PlantedStore.open(config, diskFault(fault), synced::write);
    return Engine.start(FaultyStore.plant(fault, store), engineConfig(fault));
  }

  private static InstantSource clock(Fault fault) {
    return fault == Fault.EARLY ? () -> Instant.now().plusMillis(EARLY_MILLIS) : SystemTime.clock();
  }

  private static DiskFault diskFault(Fault fault) {
    return switch (fault) {
      case SYNC_OFF -> DiskFault.SYNC_OFF;
      case CLAIM_NOT_SYNCED -> DiskFault.CLAIM_NOT_SYNCED;
      case SECOND_BATCH -> DiskFault.SECOND_BATCH;
      case ITERATOR_STATUS_IGNORED -> DiskFault.STATUS_IGNORED;
      default -> DiskFault.NONE;
    };
  }

  private static EngineConfig engineConfig(Fault fault) {
    return fault == Fault.NO_WAKE_UPS
        ? EngineConfig.builder()
            .lookInterval(Duration.ofHours(1))
            .sweepInterval(Duration.ofHours(1))
            .build()
        : EngineConfig.DEFAULT;
  }
}
