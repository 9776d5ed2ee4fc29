package io.bide.dialect.ouqiang;

import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Right;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request without a server: what is answered is kept. */
final class FakeCall implements Call {
  /** An answer, raw. */
  record Answer(int status, String contentType, String body) {}

  private final Dialect dialect;
  private final DelayQueue queue;
  private final Buffer body;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private @Nullable CompletableFuture<Claimed> claim;

  FakeCall(Dialect dialect, DelayQueue queue, byte[] body) {
    this.dialect = dialect;
    this.queue = queue;
    this.body = Buffer.buffer(body);
  }

  /** Sends the request to the route of this path. */
  CompletableFuture<Answer> send(String path) {
    Consumer<Call> handler = dialect.routes().stream()
        .filter(route -> route.path().equals(path))
        .findFirst()
        .orElseThrow()
        .handler();
    try {
      handler.accept(this);
    } catch (RuntimeException e) {
      dialect.fail(this, e);
    }
    return answer;
  }

  /** The caller hangs up. */
  void leave() {
    if (claim != null) {
      claim.cancel(false);
    }
  }

  @Override
  public HttpServerRequest request() {
    throw new UnsupportedOperationException("there is no request");
  }

  @Override
  public String path(String name) {
    throw new UnsupportedOperationException("there is no " + name);
  }

  @Override
  public MultiMap query() {
    throw new UnsupportedOperationException("there is no query");
  }

  @Override
  public Buffer body() {
    return body;
  }

  @Override
  public boolean may(Right right, Topic topic) {
    return true;
  }

  @Override
  public DelayQueue queue() {
    return queue;
  }

  @Override
  public <T> void then(CompletableFuture<T> future, Consumer<? super T> next) {
    var unused = future.whenComplete((value, failure) -> {
      if (failure == null) {
        next.accept(value);
      } else {
        dialect.fail(this, failure instanceof CompletionException ? failure.getCause() : failure);
      }
    });
  }

  @Override
  public void handOut(CompletableFuture<Claimed> future, Consumer<Claimed> next) {
    claim = future;
    then(future, next);
  }

  @Override
  public void header(CharSequence name, CharSequence value) {}

  @Override
  public void answer(int status, @Nullable CharSequence contentType, Buffer content) {
    answer.complete(new Answer(status, String.valueOf(contentType), content.toString()));
  }
}
