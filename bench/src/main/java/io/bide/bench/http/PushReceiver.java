package io.bide.bench.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Where messages are pushed to: answers at once, counts, and judges how late they come by the wall clock.
 * What is sent to {@link #DEAD} is never answered. One event loop, so that counting needs no lock.
 */
final class PushReceiver implements AutoCloseable {
  static final String ALIVE = "/alive";
  static final String DEAD = "/dead";

  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private volatile long arrived;
  private volatile long first;
  private volatile long last;
  private volatile long notBeforeMillis;
  private volatile long early;
  private volatile Histogram micros = new Histogram(LONGEST_MICROS, 3);

  PushReceiver() {
    server = await(vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** Forgets what came before; what is due before this time is not judged. */
  void begin(long fromMillis) {
    arrived = 0;
    early = 0;
    notBeforeMillis = fromMillis;
    micros = new Histogram(LONGEST_MICROS, 3);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one event loop writes
  private void take(HttpServerRequest request) {
    if (request.path().equals(DEAD)) {
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
      micros.recordValue(Math.min(LONGEST_MICROS, Math.max(0, late)));
    }
    arrived++;
    var unused = request.response().end();
  }

  long arrived() {
    return arrived;
  }

  long early() {
    return early;
  }

  Histogram micros() {
    return micros;
  }

  double p99Millis() {
    return micros.getValueAtPercentile(99) / 1_000.0;
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
