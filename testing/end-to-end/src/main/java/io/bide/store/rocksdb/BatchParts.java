package io.bide.store.rocksdb;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Takes a batch apart into its changes, and puts changes together; the format is in {@link Batch}. */
final class BatchParts {
  private static final int HEADER = 12;
  private static final int COUNT = 8;
  private static final byte DELETE = 0x4;
  private static final byte PUT = 0x5;
  private static final byte DELETE_RANGE = 0xE;

  private BatchParts() {}

  /** One change as it stands in the batch. */
  record Change(int column, boolean isPut, ByteBuffer bytes) {}

  static List<Change> of(WriteBatch batch) throws RocksDBException {
    ByteBuffer in = ByteBuffer.wrap(batch.data());
    in.position(HEADER);
    List<Change> changes = new ArrayList<>();
    while (in.hasRemaining()) {
      changes.add(next(in));
    }
    return changes;
  }

  private static Change next(ByteBuffer in) {
    int start = in.position();
    byte type = in.get();
    int column = varint(in);
    skip(in);
    switch (type) {
      case PUT, DELETE_RANGE -> skip(in);
      case DELETE -> {}
      default -> throw new IllegalStateException("no change of type " + type + " is written");
    }
    return new Change(column, type == PUT, in.slice(start, in.position() - start));
  }

  private static void skip(ByteBuffer in) {
    int length = varint(in);
    in.position(in.position() + length);
  }

  private static int varint(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  static byte[] join(List<Change> changes) {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(COUNT, changes.size());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header.array());
    for (Change change : changes) {
      byte[] bytes = new byte[change.bytes().remaining()];
      change.bytes().duplicate().get(bytes);
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }
}
