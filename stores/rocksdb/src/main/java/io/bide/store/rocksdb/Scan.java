package io.bide.store.rocksdb;

import io.bide.BideException;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Walks over the keys of a column that start with a prefix, as they were when the scan began.
 *
 * <p>A damaged block ends an iterator as if there were nothing more; only its status tells. So every
 * scan that reaches its end checks it, and {@link #valid} throws instead of answering no.
 */
final class Scan implements AutoCloseable {
  private final Disk disk;
  private final Slice upperBound;
  private final ReadOptions options;
  private final RocksIterator iterator;

  Scan(Disk disk, byte[] from, byte[] end, ReadOptions options, Opener opener) {
    this.disk = disk;
    this.upperBound = new Slice(end);
    this.options = options.setIterateUpperBound(upperBound);
    this.iterator = opener.open(options);
    iterator.seek(from);
  }

  /** Opens an iterator with these options. */
  interface Opener {
    RocksIterator open(ReadOptions options);
  }

  /**
   * Whether there is a key.
   *
   * @throws BideException with CORRUPT when the scan cannot read on
   */
  boolean valid() {
    if (iterator.isValid()) {
      return true;
    }
    try {
      disk.check(iterator);
    } catch (RocksDBException e) {
      throw Database.readFailure(e);
    }
    return false;
  }

  byte[] key() {
    return iterator.key();
  }

  byte[] value() {
    return iterator.value();
  }

  void next() {
    iterator.next();
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    upperBound.close();
  }
}
