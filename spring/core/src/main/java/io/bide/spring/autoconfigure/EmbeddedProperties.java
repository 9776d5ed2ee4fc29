package io.bide.spring.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The queue in the application's own process: {@code bide.embedded.*}.
 *
 * @param store {@code rocksdb}, or a Redis such as {@code redis://host:6379}
 * @param data where RocksDB keeps everything
 * @param durability what an answer stands for; left out, synced, and async with a Redis
 */
public record EmbeddedProperties(
    @DefaultValue("rocksdb") String store,
    @DefaultValue("./bide-data") Path data,
    @Nullable Durability durability,
    @DefaultValue RocksDb rocksdb,
    @DefaultValue Redis redis) {
  /** What an answer stands for; the first two with RocksDB, the others with Redis. */
  public enum Durability {
    SYNCED,
    RELAXED,
    ASYNC,
    REPLICATED
  }

  /**
   * The store on the disk.
   *
   * @param blockCache memory for what is read
   * @param writeBuffers memory for what is not yet in files
   * @param freeSpace with less than this on the disk, puts are refused
   */
  public record RocksDb(
      @DefaultValue("128MB") DataSize blockCache,
      @DefaultValue("128MB") DataSize writeBuffers,
      @DefaultValue("256MB") DataSize freeSpace) {}

  /**
   * The store in Redis.
   *
   * @param prefix what all keys begin with; applications with the same one share everything
   * @param partitions how many partitions every topic has at least
   * @param replicas how many must have it, when durability is replicated
   * @param timeout how long a call waits for Redis before its outcome is unknown
   * @param sweepPeriod how often all nodes together sweep each topic
   * @param authorities certificates to trust with rediss, in PEM form
   */
  public record Redis(
      @DefaultValue("bide:") String prefix,
      @DefaultValue("1") int partitions,
      @DefaultValue("1") int replicas,
      @DefaultValue("2s") Duration timeout,
      @DefaultValue("1m") Duration sweepPeriod,
      @Nullable Path authorities) {}

  boolean isRedis() {
    return store.startsWith("redis");
  }

  /** Safe to log: without the password that a URL may hold. */
  @Override
  public String toString() {
    return "EmbeddedProperties[" + store.replaceFirst("//.*@", "//***@") + "]";
  }
}
