package io.bide.store.rocksdb;

import java.util.function.ToIntFunction;

/**
 * Changes that are written in one atomic step.
 *
 * <p>RocksDB's batch is built here in its own serialized form, which is that of its log and does not
 * change between versions: a call through JNI for every key would cost more than the write itself.
 *
 * <pre>
 * sequence (8, ignored) count (4, little-endian) then for each change:
 *   type (1) column id (varint) key length (varint) key [value or end key length (varint), bytes]
 * </pre>
 */
final class Batch {
  private static final int HEADER = 12;
  private static final int DELETE = 0x4;
  private static final int PUT = 0x5;
  private static final int DELETE_RANGE = 0xE;

  private final Encoder out = new Encoder(64 * 1024);
  private final ToIntFunction<Column> columnIds;
  private int count;

  /** A batch for a database that knows its columns by these ids. */
  Batch(ToIntFunction<Column> columnIds) {
    this.columnIds = columnIds;
    clear();
  }

  void put(Column column, byte[] key, byte[] value) {
    start(PUT, column).bytes(key).bytes(value);
  }

  void delete(Column column, byte[] key) {
    start(DELETE, column).bytes(key);
  }

  /** Deletes every key that starts with the prefix. */
  void deletePrefix(Column column, byte[] prefix) {
    start(DELETE_RANGE, column).bytes(prefix).bytes(Keys.after(prefix));
  }

  boolean isEmpty() {
    return count == 0;
  }

  byte[] serialized() {
    out.patchLittleEndian(HEADER - 4, count);
    return out.done();
  }

  void clear() {
    count = 0;
    out.clear();
    out.int64(0).int32(0);
  }

  private Encoder start(int type, Column column) {
    count++;
    return out.int8(type).varint(columnIds.applyAsInt(column));
  }
}
