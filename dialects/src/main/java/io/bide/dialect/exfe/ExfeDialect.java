package io.bide.dialect.exfe;

import io.bide.CancelResult;
import io.bide.PushHeaders;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The exfe queue service: what is put under one key, for one service, is sent there together when the
 * key is due. {@code docs/dialects/exfe.md} tells what maps to what. Thread-safe.
 */
public final class ExfeDialect implements Dialect {
  public static final String NAME = "exfe";

  private static final String ROOT = "/v3/queue";
  private static final String QUEUE = ROOT + "/{key}/{method}/{service}";
  private static final Buffer NOTHING = Buffer.buffer();

  private final int maxBodyBytes;
  private final List<Route> routes;
  private final Subscriptions subscriptions;

  /**
   * The dialect.
   *
   * @param maxBodyBytes the largest item
   * @param subscriptions says which services may be called
   */
  public ExfeDialect(int maxBodyBytes, Subscriptions subscriptions) {
    this.maxBodyBytes = maxBodyBytes;
    this.subscriptions = subscriptions;
    this.routes = List.of(
        Route.post(QUEUE, Right.PUT, this::push),
        Route.delete(QUEUE, Right.PUT, ExfeDialect::remove),
        Route.any(ROOT + "/{key}/{method}", Right.PUT, call -> needs("service")),
        Route.any(ROOT + "/{key}", Right.PUT, call -> needs("method")),
        Route.any(ROOT, Right.PUT, call -> needs("merge_key")));
  }

  private void push(Call call) {
    Queue queue = Queue.of(call);
    Put put = new Push(call).to(queue);
    CompletableFuture<PutResult> stored = subscriptions
        .check(queue.endpoint())
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(queue.refused(failure)))
        .thenCompose(allowed -> call.queue().put(put.pushedTo(queue.endpoint(), PushHeaders.NONE)));
    call.then(stored, result -> {
      result.requireStored();
      done(call);
    });
  }

  /** What is being delivered cannot be called back; what is there besides is removed. */
  private static void remove(Call call) {
    Queue queue = Queue.of(call);
    Topic topic = queue.endpoint().topic(Topic.DEFAULT_NAMESPACE);
    CompletableFuture<CancelResult> cancelled = call.queue().cancel(topic, queue.key());
    call.then(cancelled, result -> done(call));
  }

  private static void needs(String what) {
    throw Failures.bad("need " + what);
  }

  private static void done(Call call) {
    call.answer(200, null, NOTHING.copy());
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
    return List.of("/v3");
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
