package io.bide.testing.crash;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Receives what is pushed, refuses some of it, and notes what must not happen. */
final class PushTarget implements AutoCloseable {
  private static final double REFUSED = 0.2;
  private static final long MICROS_PER_MILLI = 1_000;

  private final Vertx vertx = Vertx.vertx();
  private final Random random;
  private final HttpServer server;
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Set<String> delivered = new HashSet<>();
  private final List<String> faults = new ArrayList<>();
  private int requests;

  PushTarget(long seed) {
    random = new Random(seed);
    server = vertx
        .createHttpServer()
        .requestHandler(this::take)
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  private void take(HttpServerRequest request) {
    boolean taken = judge(
        request.getHeader("bide-id"),
        Integer.parseInt(request.getHeader("bide-attempt")),
        Long.parseLong(request.getHeader("bide-due")));
    var unused = request.response().setStatusCode(taken ? 200 : 500).end();
  }

  /** Whether to take it. */
  private synchronized boolean judge(String id, int attempt, long dueMillis) {
    requests++;
    if (Journal.now() < dueMillis * MICROS_PER_MILLI) {
      faults.add(id + " came before it was due");
    }
    Integer before = attempts.put(id, attempt);
    if (before != null && before >= attempt) {
      faults.add(id + " came as attempt " + attempt + " after attempt " + before);
    }
    boolean taken = random.nextDouble() >= REFUSED;
    if (taken) {
      delivered.add(id);
    }
    notifyAll();
    return taken;
  }

  /** Waits until so many more requests have come. */
  synchronized void awaitMore(int more, Duration patience) throws InterruptedException {
    int target = requests + more;
    await(() -> requests >= target, patience, "requests");
  }

  synchronized void awaitDelivered(Set<String> ids, Duration patience) throws InterruptedException {
    await(() -> delivered.containsAll(ids), patience, "all messages");
  }

  private void await(BooleanSupplier condition, Duration patience, String what)
      throws InterruptedException {
    long end = Journal.now() + TimeUnit.NANOSECONDS.toMicros(patience.toNanos());
    while (!condition.getAsBoolean()) {
      long left = end - Journal.now();
      if (left <= 0) {
        throw new AssertionError("not " + what + " came within " + patience);
      }
      TimeUnit.MICROSECONDS.timedWait(this, left);
    }
  }

  synchronized int requests() {
    return requests;
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
