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
import java.util.Optional;

/**
 * How much of the log is on disk, in a small mapped file, so that it survives the process and is
 * known at once.
 *
 * <p>The file has two slots, written in turn: version, log number, length, checksum. A process that
 * dies while it writes one leaves a wrong checksum there, and the other slot is still right.
 */
final class SyncMark {
  /** A log file and how much of it is on disk. */
  record Synced(long log, long length) {}

  private static final int SLOT = 4 * Long.BYTES;
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
  void write(long log, long length) {
    version++;
    int slot = (int) (version % 2) * SLOT;
    slots.putLong(slot, version);
    slots.putLong(slot + Long.BYTES, log);
    slots.putLong(slot + 2 * Long.BYTES, length);
    slots.putLong(slot + 3 * Long.BYTES, checksum(version, log, length));
    VarHandle.fullFence();
  }

  static Optional<Synced> read(Path file) {
    try {
      ByteBuffer slots = ByteBuffer.allocate(SIZE);
      if (Files.exists(file)) {
        slots.put(Files.readAllBytes(file));
      }
      int newest = version(slots, 0) > version(slots, SLOT) ? 0 : SLOT;
      return version(slots, newest) == 0
          ? Optional.empty()
          : Optional.of(new Synced(
              slots.getLong(newest + Long.BYTES), slots.getLong(newest + 2 * Long.BYTES)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version of a slot, 0 if it is empty or torn. */
  private static long version(ByteBuffer slots, int slot) {
    long version = slots.getLong(slot);
    long sum =
        checksum(version, slots.getLong(slot + Long.BYTES), slots.getLong(slot + 2 * Long.BYTES));
    return slots.getLong(slot + 3 * Long.BYTES) == sum ? version : 0;
  }

  private static long checksum(long version, long log, long length) {
    long sum = 0x9E3779B97F4A7C15L;
    for (long part : new long[] {version, log, length}) {
      sum = Long.rotateLeft((sum ^ part) * 0xBF58476D1CE4E5B9L, 31);
    }
    return sum;
  }
}
