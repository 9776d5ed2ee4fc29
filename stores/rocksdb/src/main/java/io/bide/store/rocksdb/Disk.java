package io.bide.store.rocksdb;

import java.util.function.ToIntFunction;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * Where the store meets the disk: all it writes, syncs and scans passes here. Tests put faults in
 * between, to see that they are caught.
 */
interface Disk {
  /** Applies one batch atomically: visible to reads at once, not synced. */
  void write(WriteBatch batch) throws RocksDBException;

  /** The number of the batch that was written last. */
  long lastBatch();

  /** Makes everything written so far durable. Called before anything that depends on it is answered. */
  void sync() throws RocksDBException;

  /** Writes everything into tables, so that the journal may forget it; called by another thread. */
  void flush() throws RocksDBException;

  /** How many bytes can still be written. */
  long freeSpace();

  /** Throws if the scan ended because it could not read on; called at the end of every scan. */
  void check(RocksIterator scan) throws RocksDBException;

  /** Puts something between the store and its disk. */
  interface Seam {
    /** Leaves the disk as it is. */
    Seam NONE = (disk, columnIds) -> disk;

    Disk wrap(Disk disk, ToIntFunction<Column> columnIds);
  }
}
