package io.bide.store.rocksdb;

import io.bide.store.Store;
import io.bide.store.rocksdb.RocksConfig.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

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

  /** Hears which batch is the last one on the disk, before anything that depends on it is answered. */
  public interface SyncWatcher {
    void synced(long batch);
  }

  public static Store open(RocksConfig config, DiskFault fault, SyncWatcher watcher) {
    AtomicReference<Disk> opened = new AtomicReference<>();
    Store store = RocksStore.open(config, (disk, columnIds) -> {
      opened.set(disk);
      return new PlantedDisk(disk, columnIds, fault, watcher);
    });
    // What was found is on the disk, too, even if an earlier process had told nobody of it.
    watcher.synced(Objects.requireNonNull(opened.get()).lastBatch());
    return store;
  }

  /**
   * Tears the pages of the journal that nobody was told of.
   *
   * @param synced the last batch that somebody may have been told of
   * @param kept how much of each is left, from 0 to 1
   */
  public static void tear(Path directory, long synced, double kept) throws IOException {
    try (JournalFile journal = JournalFile.open(directory, Durability.SYNCED)) {
      for (JournalFile.Page page : JournalFile.pages(directory)) {
        if (page.last() > synced) {
          tear(journal, page, kept);
        }
      }
    }
  }

  /** A disk writes blocks, some of them and not the others. */
  private static void tear(JournalFile journal, JournalFile.Page page, double kept)
      throws IOException {
    ByteBuffer lost = JournalFile.buffer(JournalFile.BLOCK);
    long blocks = page.length() / JournalFile.BLOCK;
    for (long block = (long) (blocks * kept); block < blocks; block++) {
      journal.write(lost.clear(), page.at() + block * JournalFile.BLOCK);
    }
  }
}
