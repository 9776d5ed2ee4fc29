package io.bide.store.rocksdb;

import io.bide.store.Store;
import java.nio.file.Path;

/** Opens a store whose disk is watched, and made faulty on purpose. */
public final class PlantedStore {
  private PlantedStore() {}

  /** What the disk, or the store on its way to it, does wrong. */
  public enum DiskFault {
    NONE,
    /** Nothing is synced. */
    SYNC_OFF,
    /** Claims are answered without a sync. */
    CLAIM_NOT_SYNCED,
    /** The place in the index is written after the rest, and after the sync. */
    SECOND_BATCH,
    /** A scan that broke off is taken for one that ended. */
    STATUS_IGNORED
  }

  /** Hears how much of the newest log is on disk, before anything that depends on it is answered. */
  public interface SyncWatcher {
    void synced(Path log, long length);
  }

  public static Store open(RocksConfig config, DiskFault fault, SyncWatcher watcher) {
    return RocksStore.open(
        config,
        (disk, columnIds) ->
            new PlantedDisk(disk, columnIds, fault, new NewestLog(config.directory()), watcher));
  }
}
