package io.bide.dialect;

import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Topic;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request without a server: what is answered is kept. */
public final class FakeCall implements Call {
  /** An answer, raw. */
  public record Answer(int status, String contentType, String body) {}

  private final Dialect dialect;
  private final DelayQueue queue;
  private final Buffer body;
  private final Map<String, String> path = new HashMap<>();
  private final MultiMap query = MultiMap.caseInsensitiveMultiMap();
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private @Nullable CompletableFuture<Claimed> claim;

  public FakeCall(Dialect dialect, DelayQueue queue, byte[] body) {
    this.dialect = dialect;
    this.queue = queue;
    this.body = Buffer.buffer(body);
  }

  /** Names a part of the path. */
  public FakeCall path(String name, String value) {
    path.put(name, value);
    return this;
  }

  public FakeCall query(String name, String value) {
    query.add(name, value);
    return this;
  }

  /** Sends the request to the route of this path. */
  public CompletableFuture<Answer> send(String route) {
    Consumer<Call> handler = dialect.routes().stream()
        .filter(one -> one.path().equals(route))
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
  public void leave() {
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
    return Objects.requireNonNull(path.get(name), name);
  }

  @Override
  public MultiMap query() {
    return query;
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
