package io.bide.server.rest;

import io.bide.testing.redis.RedisProcess;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The native dialect over a store in Redis. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RestOnRedisIT implements PutCases, WorkCases, MergeCases, LookCases, TopicCases, PushCases {
  private static RedisProcess redis;

  private RestServer server;
  private RestClient client;

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
    server = RestServer.onRedis(redis.url(), name.replaceAll("[{}]", "") + ":");
    client = new RestClient(server.port());
  }

  @Override
  public RestServer server() {
    return server;
  }

  @Override
  public RestClient client() {
    return client;
  }

  @AfterEach
  void close() {
    server.close();
  }
}
