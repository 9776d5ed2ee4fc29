package io.bide.store.rocksdb;

import io.bide.store.rocksdb.BatchParts.Change;
import io.bide.store.rocksdb.PlantedStore.DiskFault;
import io.bide.store.rocksdb.PlantedStore.SyncWatcher;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** A disk that tells how much is synced and has one fault at most. */
final class PlantedDisk implements Disk {
  private final Disk disk;
  private final DiskFault fault;
  private final NewestLog newestLog;
  private final SyncWatcher watcher;
  private final int due;
  private final int lease;
  private final int id;
  private final int ended;
  private volatile boolean onlyClaims = true;
  private volatile NewestLog.@Nullable Length firstHalf;

  PlantedDisk(
      Disk disk,
      ToIntFunction<Column> columnIds,
      DiskFault fault,
      NewestLog newestLog,
      SyncWatcher watcher) {
    this.disk = disk;
    this.fault = fault;
    this.newestLog = newestLog;
    this.watcher = watcher;
    this.due = columnIds.applyAsInt(Column.DUE);
    this.lease = columnIds.applyAsInt(Column.LEASE);
    this.id = columnIds.applyAsInt(Column.ID);
    this.ended = columnIds.applyAsInt(Column.ENDED);
  }

  @Override
  public void write(WriteBatch batch) throws RocksDBException {
    switch (fault) {
      case SECOND_BATCH -> writeTwice(BatchParts.of(batch));
      case CLAIM_NOT_SYNCED -> {
        onlyClaims &= isClaim(BatchParts.of(batch));
        disk.write(batch);
      }
      case NONE, SYNC_OFF, STATUS_IGNORED -> disk.write(batch);
    }
  }

  /** The index of due times in a batch of its own, which a sync is taken not to have reached. */
  private void writeTwice(List<Change> changes) throws RocksDBException {
    write(changes, false);
    firstHalf = newestLog.length();
    write(changes, true);
  }

  private void write(List<Change> changes, boolean index) throws RocksDBException {
    List<Change> part =
        changes.stream().filter(change -> (change.column() == due) == index).toList();
    if (!part.isEmpty()) {
      try (WriteBatch batch = new WriteBatch(BatchParts.join(part))) {
        disk.write(batch);
      }
    }
  }

  /** A claim moves messages into the index of leases; puts also write ids, settles also end some. */
  private boolean isClaim(List<Change> changes) {
    return changes.stream().anyMatch(change -> change.column() == lease && change.isPut())
        && changes.stream().noneMatch(change -> change.column() == id || change.column() == ended);
  }

  @Override
  public void sync() throws RocksDBException {
    if (fault == DiskFault.SYNC_OFF || (fault == DiskFault.CLAIM_NOT_SYNCED && onlyClaims)) {
      return;
    }
    onlyClaims = true;
    // Read before the sync: what is written meanwhile may not be covered by it.
    NewestLog.Length length =
        fault == DiskFault.SECOND_BATCH && firstHalf != null ? firstHalf : newestLog.length();
    disk.sync();
    if (length != null) {
      watcher.synced(length.log(), length.bytes());
    }
  }

  @Override
  public long freeSpace() {
    return disk.freeSpace();
  }

  @Override
  public void check(RocksIterator scan) throws RocksDBException {
    if (fault != DiskFault.STATUS_IGNORED) {
      disk.check(scan);
    }
  }
}
