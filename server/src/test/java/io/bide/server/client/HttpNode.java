package io.bide.server.client;

import io.bide.DelayQueue;
import io.bide.client.BideClient;
import io.bide.dialect.rest.Info;
import io.bide.dialect.rest.RestDialect;
import io.bide.engine.EngineConfig;
import io.bide.server.http.Caller;
import io.bide.server.http.Front;
import io.bide.server.http.FrontConfig;
import io.bide.server.http.GatheringQueue;
import io.bide.server.push.NoSubscriptions;
import io.bide.testing.Await;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The native dialect on a free port of the loopback interface, before one queue after the other. */
final class HttpNode implements AutoCloseable {
  private static final int MAX_REQUEST_BYTES = 8 * 1024 * 1024;

  private final Vertx vertx = Vertx.vertx();
  private final Front front;
  private Supplier<? extends DelayQueue> served;
  private DelayQueue behind;
  private Caller caller;

  HttpNode() {
    RestDialect rest = new RestDialect(
        RestDialect.DEFAULT_MAX_DEPTH,
        EngineConfig.DEFAULT_MAX_BATCH,
        EngineConfig.DEFAULT_MAX_BODY_BYTES,
        HttpNode::info,
        new NoSubscriptions());
    FrontConfig config = new FrontConfig(
        "127.0.0.1",
        0,
        2,
        null,
        MAX_REQUEST_BYTES,
        12L * MAX_REQUEST_BYTES,
        32 * 1024,
        8 * 1024,
        2_000,
        Duration.ofSeconds(30),
        Duration.ofMinutes(5));
    front = new Front(
        config, List.of(rest), (dialect, request) -> everybody(), (d, route, status, nanos) -> {});
    Await.value(front.open(vertx));
  }

  private static Info info() {
    return new Info(
        "1",
        "any",
        "any",
        Instant.EPOCH,
        Map.of("batch", (long) EngineConfig.DEFAULT_MAX_BATCH, "request", (long) MAX_REQUEST_BYTES),
        List.of("rest"));
  }

  private synchronized Caller everybody() {
    DelayQueue now = served.get();
    if (now != behind) {
      behind = now;
      caller = Caller.unrestricted(new GatheringQueue(now, EngineConfig.DEFAULT_MAX_BATCH));
    }
    return caller;
  }

  /** Puts this queue behind the port, in place of the one before; it is asked for at each request. */
  synchronized void serve(Supplier<? extends DelayQueue> queue) {
    served = queue;
  }

  String url() {
    return "http://127.0.0.1:" + front.port();
  }

  BideClient client() {
    return BideClient.builder(url()).build();
  }

  @Override
  public void close() {
    Await.value(front.close(Duration.ofSeconds(1)));
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
