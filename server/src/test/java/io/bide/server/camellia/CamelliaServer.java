package io.bide.server.camellia;

import io.bide.dialect.camellia.CamelliaDialect;
import io.bide.dialect.camellia.Config;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.server.http.Caller;
import io.bide.server.http.Front;
import io.bide.server.http.FrontConfig;
import io.bide.server.http.GatheringQueue;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A queue with the dialect in front of it, on a free port of the loopback interface; its time stands still. */
final class CamelliaServer implements AutoCloseable {
  private static final EngineConfig ENGINE = EngineConfig.builder()
      .maxBodyBytes(CamelliaDialect.MAX_REQUEST_BYTES)
      .maxPage(2)
      .build();

  private final Vertx vertx = Vertx.vertx();
  private final ManualClock clock = new ManualClock();
  private final Engine engine;
  private final CamelliaDialect dialect;
  private final Front front;
  private volatile boolean storeWorks = true;

  /**
   * A server.
   *
   * @param store made with the clock of the server
   */
  CamelliaServer(Function<ManualClock, Store> store) {
    engine = Engine.start(store.apply(clock), ENGINE, clock, clock);
    dialect = new CamelliaDialect(
        Config.within(ENGINE.maxWait(), ENGINE.maxClaim(), ENGINE.maxPage()),
        engine,
        clock,
        this::ping);
    var unused = engine.events().subscribe(dialect::hear);
    Caller everybody = Caller.unrestricted(new GatheringQueue(engine, ENGINE.maxBatch()));
    FrontConfig config = new FrontConfig(
        "127.0.0.1",
        0,
        2,
        null,
        8 * 1024 * 1024,
        64 * 1024 * 1024,
        32 * 1024,
        8 * 1024,
        100,
        Duration.ofSeconds(10),
        Duration.ofMinutes(5));
    front = new Front(
        config, List.of(dialect), (d, request) -> everybody, (d, route, status, nanos) -> {});
    Await.value(front.open(vertx));
  }

  private CompletableFuture<Void> ping() {
    return storeWorks
        ? engine.ping()
        : CompletableFuture.failedFuture(new IllegalStateException("the store is away"));
  }

  void storeWorks(boolean works) {
    storeWorks = works;
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

  CamelliaDialect dialect() {
    return dialect;
  }

  @Override
  public void close() {
    Await.value(front.close(Duration.ofSeconds(1)));
    engine.close();
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
