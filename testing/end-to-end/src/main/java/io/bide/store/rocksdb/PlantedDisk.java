package io.bide.store.rocksdb;

import io.bide.store.rocksdb.BatchParts.Change;
import io.bide.store.rocksdb.PlantedStore.DiskFault;
import io.bide.store.rocksdb.PlantedStore.SyncWatcher;
import java.util.List;
import java.util.function.ToIntFunction;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** A disk that tells how much is synced and has one fault at most. */
final class PlantedDisk implements Disk {
  private final Disk disk;
  private final DiskFault fault;
  private final SyncWatcher watcher;
  private final int due;
  private final int lease;
  private final int id;
  private final int ended;
  private boolean onlyClaims = true;

  PlantedDisk(Disk disk, ToIntFunction<Column> columnIds, DiskFault fault, SyncWatcher watcher) {
    this.disk = disk;
    this.fault = fault;
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

  /** The index of due times in a batch of its own, which waits for the sync of the next one. */
  private void writeTwice(List<Change> changes) throws RocksDBException {
    write(changes, false);
    long last = disk.lastBatch();
    disk.sync();
    watcher.synced(last);
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
    boolean left = switch (fault) {
      case SYNC_OFF, SECOND_BATCH -> true;
      case CLAIM_NOT_SYNCED -> onlyClaims;
      case NONE, STATUS_IGNORED -> false;
    };
    if (!left) {
      onlyClaims = true;
      long last = disk.lastBatch();
      disk.sync();
      watcher.synced(last);
    }
  }

  @Override
  public void flush() throws RocksDBException {
    disk.flush();
  }

  @Override
  public long lastBatch() {
    return disk.lastBatch();
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
