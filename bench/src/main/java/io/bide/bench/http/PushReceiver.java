package io.bide.bench.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Where messages are pushed to: answers at once, counts, and judges how late they come by the wall clock.
 * What is sent to {@link #DEAD} is not answered until it is let go. One event loop, so that counting needs
 * no lock.
 */
final class PushReceiver implements AutoCloseable {
  static final String ALIVE = "/alive";
  static final String DEAD = "/dead";

  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final int UNAVAILABLE = 503;

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private volatile long arrived;
  private volatile long first;
  private volatile long last;
  private volatile long notBeforeMillis;
  private volatile long early;
  private volatile Histogram lateness = histogram();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();

  PushReceiver() {
    server = await(vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** For lateness, in microseconds. */
  static Histogram histogram() {
    return new Histogram(LONGEST_MICROS, 3);
  }

  /** Counts anew; how late it is of what is due from this time on goes in there. */
  void begin(long fromMillis, Histogram into) {
    arrived = 0;
    notBeforeMillis = fromMillis;
    lateness = into;
  }

  /** Answers what waits at the dead endpoint. */
  void letGo() {
    held.forEach(request -> {
      var unused = request.response().setStatusCode(UNAVAILABLE).end();
    });
    held.clear();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one event loop writes
  private void take(HttpServerRequest request) {
    if (request.path().equals(DEAD)) {
      held.add(request);
      return;
    }
    Instant now = Instant.now();
    long nanos = System.nanoTime();
    first = arrived == 0 ? nanos : first;
    last = nanos;
    long due = Long.parseLong(request.getHeader("bide-due"));
    if (due >= notBeforeMillis) {
      long late = ChronoUnit.MICROS.between(Instant.ofEpochMilli(due), now);
      early += late < 0 ? 1 : 0;
      lateness.recordValue(Math.min(LONGEST_MICROS, Math.max(0, late)));
    }
    arrived++;
    var unused = request.response().end();
  }

  long arrived() {
    return arrived;
  }

  /** How many of those that were judged came early, ever. */
  long early() {
    return early;
  }

  /** From the first to the last that came. */
  double seconds() {
    return (last - first) / 1e9;
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
