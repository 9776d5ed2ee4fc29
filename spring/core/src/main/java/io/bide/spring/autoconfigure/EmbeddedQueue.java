package io.bide.spring.autoconfigure;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.spring.autoconfigure.EmbeddedProperties.Durability;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Opens a queue in this process. Its parts are optional: an application adds the ones it wants. */
final class EmbeddedQueue {
  private EmbeddedQueue() {}

  /**
   * Opens it. Blocks.
   *
   * @throws IllegalStateException when a part is missing or the properties contradict each other
   */
  static DelayQueue open(EmbeddedProperties properties) {
    require("io.bide.engine.Engine", "bide-engine", "bide.mode is embedded");
    String choice = "bide.embedded.store is " + (properties.isRedis() ? "a Redis" : "rocksdb");
    if (properties.isRedis()) {
      require("io.bide.store.redis.RedisStore", "bide-stores-redis", choice);
      return Opening.start(OnRedis.open(properties));
    }
    if (!properties.store().equals("rocksdb")) {
      throw new IllegalStateException("bide.embedded.store is \"" + properties.store()
          + "\"; give rocksdb, or a Redis such as redis://127.0.0.1:6379");
    }
    require("io.bide.store.rocksdb.RocksStore", "bide-stores-rocksdb", choice);
    return Opening.start(OnDisk.open(properties));
  }

  private static void require(String type, String artifact, String because) {
    if (!ClassUtils.isPresent(type, ClassUtils.getDefaultClassLoader())) {
      throw new IllegalStateException(because + ", and io.bide:" + artifact
          + " is not on the class path; add it to the application");
    }
  }

  private static IllegalStateException wrong(Durability durability, String store, String allowed) {
    return new IllegalStateException("bide.embedded.durability is " + durability
        + " and the store is " + store + ", which is " + allowed);
  }

  // Each of these is loaded only when what it names is there.

  private static final class Opening {
    static DelayQueue start(Store store) {
      return Engine.start(store, EngineConfig.DEFAULT);
    }
  }

  private static final class OnDisk {
    static Store open(EmbeddedProperties properties) {
      EmbeddedProperties.RocksDb rocksdb = properties.rocksdb();
      return RocksStore.open(RocksConfig.at(properties.data())
          .durability(durability(properties.durability()))
          .memory(rocksdb.blockCache().toBytes(), rocksdb.writeBuffers().toBytes())
          .freeSpaceFloor(rocksdb.freeSpace().toBytes()));
    }

    private static RocksConfig.Durability durability(@Nullable Durability chosen) {
      if (chosen == null) {
        return RocksConfig.Durability.SYNCED;
      }
      return switch (chosen) {
        case SYNCED -> RocksConfig.Durability.SYNCED;
        case RELAXED -> RocksConfig.Durability.RELAXED;
        case ASYNC, REPLICATED -> throw wrong(chosen, "rocksdb", "synced or relaxed");
      };
    }
  }

  private static final class OnRedis {
    static Store open(EmbeddedProperties properties) {
      EmbeddedProperties.Redis redis = properties.redis();
      return RedisStore.open(RedisConfig.at(properties.store())
          .prefix(redis.prefix())
          .durability(durability(properties.durability()))
          .partitions(redis.partitions())
          .replicas(redis.replicas())
          .timeout(redis.timeout())
          .sweepPeriod(redis.sweepPeriod())
          .authorities(redis.authorities()));
    }

    private static RedisConfig.Durability durability(@Nullable Durability chosen) {
      if (chosen == null) {
        return RedisConfig.Durability.ASYNC;
      }
      return switch (chosen) {
        case ASYNC -> RedisConfig.Durability.ASYNC;
        case REPLICATED -> RedisConfig.Durability.REPLICATED;
        case SYNCED, RELAXED -> throw wrong(chosen, "a Redis", "async or replicated");
      };
    }
  }
}
