package io.bide.server.push;

import io.bide.SystemTime;
import io.bide.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A real receiver on a free port of the loopback interface, which remembers what it has got. */
public final class Receiver implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final BlockingQueue<Received> arrived = new LinkedBlockingQueue<>();
  private final List<Received> all = new CopyOnWriteArrayList<>();
  private volatile Consumer<HttpServerRequest> answer =
      request -> request.response().end();

  /**
   * A request as it came.
   *
   * @param headers by name in lower case
   * @param at when, in nanoseconds
   */
  public record Received(
      String method, String uri, Map<String, String> headers, String body, long at) {}

  private Receiver(String host) {
    server = vertx.createHttpServer().requestHandler(this::take);
    Await.value(server.listen(0, host).toCompletionStage().toCompletableFuture());
  }

  public static Receiver start() {
    return new Receiver("127.0.0.1");
  }

  private void take(HttpServerRequest request) {
    request.bodyHandler(body -> {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      request.headers().forEach(header -> headers.put(header.getKey(), header.getValue()));
      Received received = new Received(
          request.method().name(), request.uri(), headers, body.toString(), SystemTime.nanos());
      // As it was to be answered when it came: whoever is told of it may change that at once.
      Consumer<HttpServerRequest> how = answer;
      all.add(received);
      arrived.add(received);
      how.accept(request);
    });
  }

  /** Answers with this status from now on. */
  public void answer(int status) {
    answer(request -> request.response().setStatusCode(status).end());
  }

  public void answer(Consumer<HttpServerRequest> how) {
    answer = how;
  }

  public int port() {
    return server.actualPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** The next request that nobody has asked for yet; waits for it. */
  public Received next() throws InterruptedException {
    Received next = arrived.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came within " + PATIENCE_SECONDS + " s");
    }
    return next;
  }

  public List<Received> all() {
    return all;
  }

  @Override
  public void close() {
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
