package io.bide.bench.redisson;

import io.bide.testing.redis.RedisProcess;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * The Redis on which both have their turns: one that is there, or one that is started for them. Of the
 * keys only those with the prefix in their names are touched.
 */
final class Ground implements AutoCloseable {
  /** What the names of Bide's keys begin with, and the name of Redisson's queue. */
  static final String PREFIX = "bide-bench-redisson:";

  private final Optional<RedisProcess> started;
  private final String url;
  private final RedissonClient sweeper;

  private Ground(Optional<RedisProcess> started, String url) {
    this.started = started;
    this.url = url;
    Config config = new Config();
    config.useSingleServer().setAddress(url).setConnectionMinimumIdleSize(1);
    this.sweeper = Redisson.create(config);
  }

  /**
   * The one at a URL, such as {@code redis://127.0.0.1:6379}, or a new one that keeps nothing on disk.
   *
   * @param given empty for a new one
   */
  static Ground at(String given) {
    if (!given.isEmpty()) {
      return cleared(new Ground(Optional.empty(), given));
    }
    RedisProcess redis = RedisProcess.start();
    return new Ground(Optional.of(redis), redis.url());
  }

  private static Ground cleared(Ground ground) {
    ground.clear();
    return ground;
  }

  String url() {
    return url;
  }

  /** Removes what a turn has left. */
  void clear() {
    // The names of Redisson's own keys have the name of the queue in the middle.
    long unused = sweeper.getKeys().deleteByPattern("*" + PREFIX + "*");
  }

  @Override
  public void close() {
    clear();
    sweeper.shutdown(0, 5, TimeUnit.SECONDS);
    started.ifPresent(RedisProcess::close);
  }
}
