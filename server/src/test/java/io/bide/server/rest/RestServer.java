package io.bide.server.rest;

import io.bide.DelayQueue;
import io.bide.dialect.Dialect;
import io.bide.dialect.rest.Info;
import io.bide.dialect.rest.RestDialect;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.engine.push.Pusher;
import io.bide.server.http.Caller;
import io.bide.server.http.Front;
import io.bide.server.http.FrontConfig;
import io.bide.server.http.GatheringQueue;
import io.bide.server.push.TestPush;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A queue with the native dialect in front of it, on a free port of the loopback interface. */
final class RestServer implements AutoCloseable {
  static final int MAX_READING_BYTES = 7 * 1024 * 1024;
  static final int MAX_REQUEST_BYTES = 1024 * 1024;
  static final int MAX_HEADER_BYTES = 32 * 1024;
  static final int MAX_URL_BYTES = 8 * 1024;

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

  private final Vertx vertx = Vertx.vertx();
  private final Engine engine;
  private final ManualClock clock;
  private final Front front;
  private final Pusher pusher;

  private RestServer(
      Engine engine, ManualClock clock, Duration requestTimeout, UnaryOperator<DelayQueue> seen) {
    this.engine = engine;
    this.clock = clock;
    this.pusher = TestPush.start(engine, clock);
    Dialect rest = new RestDialect(
        RestDialect.DEFAULT_MAX_DEPTH,
        EngineConfig.DEFAULT_MAX_BATCH,
        EngineConfig.DEFAULT_MAX_BODY_BYTES,
        this::info,
        pusher.subscriptions());
    Caller everybody =
        Caller.unrestricted(seen.apply(new GatheringQueue(engine, EngineConfig.DEFAULT_MAX_BATCH)));
    FrontConfig config = new FrontConfig(
        "127.0.0.1",
        0,
        2,
        null,
        MAX_REQUEST_BYTES,
        MAX_READING_BYTES,
        MAX_HEADER_BYTES,
        MAX_URL_BYTES,
        100,
        requestTimeout,
        Duration.ofMinutes(5));
    front = new Front(
        config, List.of(rest), (dialect, request) -> everybody, (d, route, status, nanos) -> {});
    Await.value(front.open(vertx));
  }

  /** Over the oracle, with time that stands still. */
  static RestServer inMemory() {
    return inMemory(REQUEST_TIMEOUT, UnaryOperator.identity());
  }

  /**
   * Over the oracle.
   *
   * @param seen what the dialect is given in place of the queue
   */
  static RestServer inMemory(Duration requestTimeout, UnaryOperator<DelayQueue> seen) {
    ManualClock clock = new ManualClock();
    Engine engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
    return new RestServer(engine, clock, requestTimeout, seen);
  }

  /** Over the embedded store, with time that stands still. */
  static RestServer onDisk(Path directory) {
    ManualClock clock = new ManualClock();
    Store store = RocksStore.open(RocksConfig.at(directory).clock(clock));
    Engine engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);
    return new RestServer(engine, clock, REQUEST_TIMEOUT, UnaryOperator.identity());
  }

  /** Over a store in Redis that nobody else uses, with time that stands still. */
  static RestServer onRedis(String url, String prefix) {
    ManualClock clock = new ManualClock();
    RedisConfig config = RedisConfig.at(url)
        .prefix(prefix)
        .timeout(Duration.ofMinutes(1))
        .sweepPeriod(Duration.ZERO);
    Store store = RedisStore.open(config.clock(clock));
    Engine engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);
    return new RestServer(engine, clock, REQUEST_TIMEOUT, UnaryOperator.identity());
  }

  private Info info() {
    return new Info(
        "1.2.3",
        "memory",
        "synced",
        clock.instant(),
        Map.of("maxBatch", (long) EngineConfig.DEFAULT_MAX_BATCH),
        List.of("rest"));
  }

  int port() {
    return front.port();
  }

  Engine engine() {
    return engine;
  }

  ManualClock clock() {
    return clock;
  }

  Front front() {
    return front;
  }

  @Override
  public void close() {
    Await.value(front.close(Duration.ofSeconds(1)));
    var unused = pusher.stop();
    engine.close();
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
