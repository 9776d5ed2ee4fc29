package io.bide.store.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** A write or sync failed: nobody can tell what of it is on the disk. */
final class WriteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean diskFull;

  WriteFailure(RocksDBException cause) {
    super(Database.wordsFor(cause), cause);
    this.diskFull = isDiskFull(cause.getStatus());
  }

  /** Whether it failed for want of space, which can come back. */
  boolean diskFull() {
    return diskFull;
  }

  private static boolean isDiskFull(@Nullable Status status) {
    return status != null && status.getSubCode() == Status.SubCode.NoSpace;
  }
}
