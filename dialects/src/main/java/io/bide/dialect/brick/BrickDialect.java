package io.bide.dialect.brick;

import io.bide.Endpoint;
import io.bide.PutResult;
import io.bide.ServiceDirectory;
import io.bide.Subscriptions;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The service mode of redis-delay-queue: jobs are added here and, when they are due, brought to an
 * instance of the application that registered their type. {@code docs/dialects/brick.md} tells what maps
 * to what. Thread-safe.
 */
public final class BrickDialect implements Dialect {
  public static final String NAME = "brick";

  /** Where an application takes what is due. */
  static final String WORK = "/hf/delay_queue/work";

  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private final int maxBodyBytes;
  private final List<Route> routes;
  private final Subscriptions subscriptions;
  private final Overview overview;

  /**
   * The dialect.
   *
   * @param maxBodyBytes the largest job
   * @param subscriptions says whether services can be called
   * @param directory absent when none is configured
   */
  public BrickDialect(
      int maxBodyBytes, Subscriptions subscriptions, @Nullable ServiceDirectory directory) {
    this.maxBodyBytes = maxBodyBytes;
    this.subscriptions = subscriptions;
    this.overview = new Overview(directory);
    this.routes = List.of(
        Route.post("/job/add", Right.PUT, this::add),
        Route.get("/task/type/list", Right.OPERATE, this::types),
        Route.get("/discovery/service_info", Right.OPERATE, this::services));
  }

  private void add(Call call) {
    Job job = Job.read(call.body());
    Endpoint endpoint = job.endpoint();
    CompletableFuture<PutResult> stored =
        subscriptions.check(endpoint).thenCompose(allowed -> call.queue().put(job.put()));
    call.then(stored, result -> {
      result.requireStored();
      call.answer(200, null, Buffer.buffer());
    });
  }

  private void types(Call call) {
    call.then(overview.types(call.queue()), types -> call.answer(200, JSON, types.toBuffer()));
  }

  private void services(Call call) {
    call.then(overview.services(), services -> call.answer(200, JSON, services.toBuffer()));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Route> routes() {
    return routes;
  }

  @Override
  public List<String> grounds() {
    return List.of("/job", "/task", "/discovery");
  }

  @Override
  public int maxRequestBytes() {
    return maxBodyBytes;
  }

  @Override
  public void fail(Call call, Throwable failure) {
    Failures.answer(call, failure);
  }
}
