package io.bide.server.cli;

import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.Topic;
import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.dialect.rest.Info;
import io.bide.dialect.rest.RestDialect;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.engine.push.Pusher;
import io.bide.server.http.Caller;
import io.bide.server.http.Front;
import io.bide.server.http.FrontConfig;
import io.bide.server.http.Gatekeeper;
import io.bide.server.push.TestPush;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real server on a free loopback port, in which time stands still until it is moved. */
final class TestServer implements AutoCloseable {
  /** May do everything. */
  static final String MASTER_KEY = "master";

  /** May put, and nothing else. */
  static final String PUT_KEY = "putter";

  private final Vertx vertx = Vertx.vertx();
  private final ManualClock clock = new ManualClock();
  private final Engine engine =
      Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  private final Pusher pusher = TestPush.start(engine, clock);
  private final Front front;
  private final boolean tls;
  private int filled;

  private TestServer(boolean keys, FrontConfig.@Nullable Tls tls) {
    this.tls = tls != null;
    FrontConfig config = new FrontConfig(
        "127.0.0.1",
        0,
        1,
        tls,
        1024 * 1024,
        64 * 1024 * 1024,
        32 * 1024,
        8 * 1024,
        1_000,
        Duration.ofSeconds(10),
        Duration.ofMinutes(5));
    Gatekeeper gatekeeper = keys ? this::known : (dialect, request) -> Caller.unrestricted(engine);
    RestDialect rest = new RestDialect(
        RestDialect.DEFAULT_MAX_DEPTH,
        EngineConfig.DEFAULT_MAX_BATCH,
        EngineConfig.DEFAULT_MAX_BODY_BYTES,
        this::info,
        pusher.subscriptions());
    front = new Front(config, List.of(rest), gatekeeper, (dialect, route, status, nanos) -> {});
    Await.value(front.open(vertx));
  }

  static TestServer open() {
    return new TestServer(false, null);
  }

  static TestServer withKeys() {
    return new TestServer(true, null);
  }

  static TestServer withTls(FrontConfig.Tls tls) {
    return new TestServer(false, tls);
  }

  private Info info() {
    return new Info(
        "1.2.3", "memory", "synced", clock.instant(), Map.of("page", 1_000L), List.of("rest"));
  }

  private Caller known(Dialect dialect, HttpServerRequest request) {
    String key = String.valueOf(request.getHeader("Authorization")).replace("Bearer ", "");
    if (key.equals(MASTER_KEY)) {
      return Caller.unrestricted(engine);
    }
    if (key.equals(PUT_KEY)) {
      return new Putter(engine);
    }
    throw new Refusal(401, "unauthorized", "this server wants a key");
  }

  private record Putter(DelayQueue queue) implements Caller {
    @Override
    public boolean may(Right right) {
      return right == Right.NONE || right == Right.ANY || right == Right.PUT;
    }
  }

  String url() {
    return (tls ? "https" : "http") + "://127.0.0.1:" + front.port();
  }

  ManualClock clock() {
    return clock;
  }

  Engine queue() {
    return engine;
  }

  /** Puts messages m0, m1, and so on, without a command for each. */
  void fill(Topic topic, int messages) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      puts.add(Put.to(topic).id("m" + filled++).body("x").build());
    }
    Await.value(engine.put(puts));
  }

  @Override
  public void close() {
    Await.value(front.close(Duration.ofSeconds(1)));
    var unused = pusher.stop();
    engine.close();
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
