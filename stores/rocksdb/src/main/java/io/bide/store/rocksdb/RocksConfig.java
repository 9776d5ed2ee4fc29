package io.bide.store.rocksdb;

import io.bide.SystemTime;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * How a store on a local disk is opened.
 *
 * @param directory where the data lives; created if it does not exist, used by one process at a time
 * @param durability what an answer stands for; {@link Durability#SYNCED} by default
 * @param blockCacheBytes memory for what is read; 128 MiB by default
 * @param writeBufferBytes memory for what is not yet in files; 128 MiB by default
 * @param journalBytes the size of the journal, which has what is not yet in files; 128 MiB by default
 * @param freeSpaceFloor below this much free space on the disk puts are refused; 256 MiB by default
 * @param clock the clock that decides what is due
 */
public record RocksConfig(
    Path directory,
    Durability durability,
    long blockCacheBytes,
    long writeBufferBytes,
    long journalBytes,
    long freeSpaceFloor,
    InstantSource clock) {
  public static final long DEFAULT_BLOCK_CACHE_BYTES = 128L << 20;
  public static final long DEFAULT_WRITE_BUFFER_BYTES = 128L << 20;
  public static final long DEFAULT_JOURNAL_BYTES = 128L << 20;
  public static final long DEFAULT_FREE_SPACE_FLOOR = 256L << 20;

  /** What an answer stands for. */
  public enum Durability {
    /** On the disk, synced: survives a power loss. Calls that come together share one sync. */
    SYNCED,
    /** Handed to the operating system: survives a crash of the process, not of the machine. */
    RELAXED
  }

  public static RocksConfig at(Path directory) {
    return new RocksConfig(
        directory,
        Durability.SYNCED,
        DEFAULT_BLOCK_CACHE_BYTES,
        DEFAULT_WRITE_BUFFER_BYTES,
        DEFAULT_JOURNAL_BYTES,
        DEFAULT_FREE_SPACE_FLOOR,
        SystemTime.clock());
  }

  public RocksConfig durability(Durability value) {
    return new RocksConfig(
        directory, value, blockCacheBytes, writeBufferBytes, journalBytes, freeSpaceFloor, clock);
  }

  public RocksConfig memory(long blockCache, long writeBuffer) {
    return new RocksConfig(
        directory, durability, blockCache, writeBuffer, journalBytes, freeSpaceFloor, clock);
  }

  public RocksConfig journalBytes(long bytes) {
    return new RocksConfig(
        directory, durability, blockCacheBytes, writeBufferBytes, bytes, freeSpaceFloor, clock);
  }

  public RocksConfig freeSpaceFloor(long bytes) {
    return new RocksConfig(
        directory, durability, blockCacheBytes, writeBufferBytes, journalBytes, bytes, clock);
  }

  public RocksConfig clock(InstantSource value) {
    return new RocksConfig(
        directory,
        durability,
        blockCacheBytes,
        writeBufferBytes,
        journalBytes,
        freeSpaceFloor,
        value);
  }
}
