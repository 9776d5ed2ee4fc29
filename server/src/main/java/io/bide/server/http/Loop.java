package io.bide.server.http;

import io.bide.SystemTime;
import io.bide.dialect.Refusal;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One event loop: its share of the connections, and what is being read on them. */
final class Loop extends VerticleBase {
  private static final long LINGER_MILLIS = 2_000;
  private static final long HEAR_OUT_MILLIS = 250;
  private static final long CHECK_MILLIS = 1_000;

  private final Front front;
  /** In the order in which they began. */
  private final Set<Exchange> reading = new LinkedHashSet<>();

  private HttpServer server;
  private Thread thread;

  @SuppressWarnings("NullAway.Init") // server and thread come with the start
  Loop(Front front) {
    this.front = front;
  }

  @Override
  public Future<?> start() {
    thread = Thread.currentThread();
    server = front
        .newServer(vertx)
        .requestHandler(this::take)
        .invalidRequestHandler(this::invalid)
        .connectionHandler(this::connected);
    vertx.setPeriodic(CHECK_MILLIS, id -> expire());
    return server.listen(front.address()).onSuccess(s -> front.listening(s.actualPort()));
  }

  /** Stops accepting; ends when the answers under way are out, or the time is up. */
  Future<Void> shutdown(Duration timeout) {
    return server.shutdown(timeout);
  }

  private void connected(HttpConnection connection) {
    if (!front.enter()) {
      connection.close();
      return;
    }
    connection.closeHandler(v -> front.leave());
    ((ConnectionBase) connection)
        .channelHandlerContext()
        .pipeline()
        .addBefore("handler", "sieve", new Sieve(cause -> broken(connection, cause)));
  }

  private void broken(HttpConnection connection, Throwable cause) {
    List.copyOf(reading).stream()
        .filter(exchange -> exchange.request().connection() == connection)
        .forEach(exchange -> exchange.broken(cause));
  }

  private void take(HttpServerRequest request) {
    new Exchange(this, request, front.router().find(request.method(), request.path())).begin();
  }

  private void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    Refusal refusal;
    if (cause instanceof TooLongHttpLineException) {
      refusal = new Refusal(
          414, "too-large", "the URL is longer than " + limits().maxUrlBytes() + " bytes");
    } else if (cause instanceof TooLongHttpHeaderException) {
      refusal = new Refusal(
          431, "too-large", "the headers are larger than " + limits().maxHeaderBytes() + " bytes");
    } else {
      refusal = new Refusal(400, "invalid", "this is no HTTP request: " + cause.getMessage());
    }
    Router.Match match = front.router().none(refusal);
    Exchange exchange = new Exchange(this, request, match);
    // The connection ends with this answer, which is lost if the caller is still sending then.
    vertx.setTimer(HEAR_OUT_MILLIS, id -> {
      exchange.header(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      match.dialect().fail(exchange, refusal);
    });
  }

  private void expire() {
    long latest = nanos() - limits().requestTimeout().toNanos();
    while (!reading.isEmpty() && reading.iterator().next().begun() - latest < 0) {
      Exchange oldest = reading.iterator().next();
      reading.remove(oldest);
      oldest.expire();
    }
  }

  void reading(Exchange exchange) {
    reading.add(exchange);
  }

  void read(Exchange exchange) {
    reading.remove(exchange);
  }

  boolean hold(int bytes) {
    return front.hold(bytes);
  }

  void release(long bytes) {
    front.release(bytes);
  }

  /** Gives the caller a moment to read the answer, and to stop sending. */
  void closeSoon(HttpConnection connection) {
    vertx.setTimer(LINGER_MILLIS, id -> connection.close());
  }

  void answered(Router.Match match, int status, long begun) {
    front.answered(match, status, nanos() - begun);
  }

  boolean closing() {
    return front.closing();
  }

  /** Whether this is the loop's own thread. */
  boolean isHere() {
    return Thread.currentThread() == thread;
  }

  Context context() {
    return context;
  }

  FrontConfig limits() {
    return front.config();
  }

  Gatekeeper gatekeeper() {
    return front.gatekeeper();
  }

  long nanos() {
    return SystemTime.nanos();
  }
}
