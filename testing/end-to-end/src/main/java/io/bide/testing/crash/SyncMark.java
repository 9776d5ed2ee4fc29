package io.bide.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Which batch is the last one on the disk, in a small mapped file, so that it survives the process and is
 * known at once.
 *
 * <p>The file has two slots, written in turn: version, batch, checksum. A process that dies while it
 * writes one leaves a wrong checksum there, and the other slot is still right.
 */
final class SyncMark {
  private static final int SLOT = 3 * Long.BYTES;
  private static final int SIZE = 2 * SLOT;

  private final MappedByteBuffer slots;
  private long version;

  private SyncMark(MappedByteBuffer slots, long version) {
    this.slots = slots;
    this.version = version;
  }

  static SyncMark open(Path file) {
    try (FileChannel channel = FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer slots = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
      return new SyncMark(slots, Math.max(version(slots, 0), version(slots, SLOT)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Called by one thread at a time. */
  void write(long batch) {
    version++;
    int slot = (int) (version % 2) * SLOT;
    slots.putLong(slot, version);
    slots.putLong(slot + Long.BYTES, batch);
    slots.putLong(slot + 2 * Long.BYTES, checksum(version, batch));
    VarHandle.fullFence();
  }

  /** The last mark, 0 if there is none. */
  static long read(Path file) {
    try {
      ByteBuffer slots = ByteBuffer.allocate(SIZE);
      if (Files.exists(file)) {
        slots.put(Files.readAllBytes(file));
      }
      int newest = version(slots, 0) > version(slots, SLOT) ? 0 : SLOT;
      return version(slots, newest) == 0 ? 0 : slots.getLong(newest + Long.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version of a slot, 0 if it is empty or torn. */
  private static long version(ByteBuffer slots, int slot) {
    long version = slots.getLong(slot);
    long sum = checksum(version, slots.getLong(slot + Long.BYTES));
    return slots.getLong(slot + 2 * Long.BYTES) == sum ? version : 0;
  }

  private static long checksum(long version, long batch) {
    long sum = 0x9E3779B97F4A7C15L;
    for (long part : new long[] {version, batch}) {
      sum = Long.rotateLeft((sum ^ part) * 0xBF58476D1CE4E5B9L, 31);
    }
    return sum;
  }
}
