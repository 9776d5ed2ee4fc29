package io.bide.server.camellia;

import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.testing.redis.RedisProcess;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The dialect over a store in Redis. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class CamelliaOnRedisIT implements SendCases, PullCases, SettleCases, ParameterCases, ReportCases {
  private static RedisProcess redis;

  private CamelliaServer server;
  private CamelliaClient client;

  @BeforeAll
  static void startRedis() {
    redis = RedisProcess.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void open(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName() + test.getDisplayName();
    RedisConfig config = RedisConfig.at(redis.url())
        .prefix(Integer.toHexString(name.hashCode()) + ":")
        .timeout(Duration.ofMinutes(1))
        .sweepPeriod(Duration.ZERO);
    server = new CamelliaServer(clock -> RedisStore.open(config.clock(clock)));
    client = new CamelliaClient(server.port());
  }

  @Override
  public CamelliaServer server() {
    return server;
  }

  @Override
  public CamelliaClient client() {
    return client;
  }

  @AfterEach
  void close() {
    server.close();
  }
}
