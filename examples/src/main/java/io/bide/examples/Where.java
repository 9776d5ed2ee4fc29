package io.bide.examples;

import io.bide.DelayQueue;
import io.bide.client.BideClient;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import java.nio.file.Path;

/**
 * Opens the queue that an example runs on. This is the only place that knows which of the three ways it
 * is; everything else sees a {@link DelayQueue}.
 */
final class Where {
  private Where() {}

  /**
   * The queue at a place.
   *
   * @param place the URL of a server ({@code http://}), that of a Redis ({@code redis://}) which is
   *     shared with other processes, or a directory for a queue of this process alone
   */
  static DelayQueue open(String place) {
    if (place.startsWith("http")) {
      return BideClient.builder(place).build();
    }
    if (place.startsWith("redis")) {
      return Engine.start(RedisStore.open(RedisConfig.at(place)), EngineConfig.DEFAULT);
    }
    return Engine.start(RocksStore.open(RocksConfig.at(Path.of(place))), EngineConfig.DEFAULT);
  }
}
