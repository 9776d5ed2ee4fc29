package io.bide.server.operate;

import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The routes for those who run the server: {@code /healthz}, {@code /readyz}, {@code /metrics}. The
 * first two need no key, because those who ask have none.
 */
public final class OperateDialect implements Dialect {
  private static final String JSON = "application/json";
  private static final Buffer ALIVE = Buffer.buffer("{\"status\":\"alive\"}");
  private static final Buffer READY = Buffer.buffer("{\"status\":\"ready\"}");

  private final Health health;
  private final Metrics metrics;
  private final BiConsumer<Call, Throwable> failures;

  /**
   * The routes.
   *
   * @param failures answers calls that failed; an operator wants to see the same problems everywhere
   */
  public OperateDialect(Health health, Metrics metrics, BiConsumer<Call, Throwable> failures) {
    this.health = health;
    this.metrics = metrics;
    this.failures = failures;
  }

  @Override
  public String name() {
    return "operate";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/healthz", Right.NONE, this::alive),
        Route.get("/readyz", Right.NONE, this::ready),
        Route.get("/metrics", Right.OPERATE, this::metrics));
  }

  @Override
  public void fail(Call call, Throwable failure) {
    failures.accept(call, failure);
  }

  /** That it can be answered is the answer. */
  private void alive(Call call) {
    call.answer(200, JSON, ALIVE.copy());
  }

  private void ready(Call call) {
    call.then(health.ready(), done -> call.answer(200, JSON, READY.copy()));
  }

  private void metrics(Call call) {
    String contentType = metrics.contentType(call.request().getHeader(HttpHeaders.ACCEPT));
    call.then(metrics.scrape(contentType), text -> call.answer(200, contentType, text));
  }
}
