package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Event;
import io.bide.PushReport;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A queue in memory with its metrics, at a time that stands still. */
final class Bench implements AutoCloseable {
  final ManualClock clock = new ManualClock();
  final AtomicInteger statsCalls = new AtomicInteger();
  final AtomicInteger pings = new AtomicInteger();
  final Engine engine;
  final Health health;
  final Metrics metrics;

  /** Only at the end, at the latest of the test, so that the queue can be closed without waiting for it. */
  private final CompletableFuture<Object> never = new CompletableFuture<>();

  /** What {@code ping} and {@code stats} of the store answer; as they are by default. */
  private volatile UnaryOperator<CompletableFuture<?>> answers = UnaryOperator.identity();

  Bench(int maxTopics) {
    engine = Engine.start(watched(new MemoryStore(clock)), EngineConfig.DEFAULT, clock, clock);
    health = new Health(engine, clock);
    MetricsConfig config = new MetricsConfig(
        maxTopics,
        Path.of("."),
        Map.of("version", "1.2.3", "store", "memory", "durability", "none"));
    metrics = new Metrics(config, engine, health, clock, clock);
  }

  /** One in which everything has happened that metrics tell of. */
  static Bench afterALife() {
    Bench bench = new Bench(10);
    bench.liveALife(Topic.of("orders"));
    bench.metrics.requests().answered("rest", "GET /v1/info", 200, 1_000);
    // The JVM tells of its collector once it has run, and not before it pleases.
    System.gc();
    while (!bench.scrapeText().contains("jvm_gc_pause_seconds_sum")) {
      assertThat(Thread.currentThread().isInterrupted())
          .as("the test took too long")
          .isFalse();
    }
    return bench;
  }

  private Store watched(Store store) {
    return (Store) Proxy.newProxyInstance(
        Bench.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
          try {
            Object answer = method.invoke(store, arguments);
            return switch (method.getName()) {
              case "ping" -> {
                pings.incrementAndGet();
                yield answers.apply((CompletableFuture<?>) answer);
              }
              case "stats" -> {
                statsCalls.incrementAndGet();
                yield answers.apply((CompletableFuture<?>) answer);
              }
              default -> answer;
            };
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  /** From now on the store fails to answer questions about itself. */
  void storeFails(RuntimeException why) {
    answers = answer -> CompletableFuture.failedFuture(why);
  }

  /** From now on the store never answers questions about itself. */
  void storeHangs() {
    answers = answer -> never;
  }

  /** What the store has been asked meanwhile is answered. */
  void storeAnswersAtLast() {
    never.complete(null);
  }

  void storeWorks() {
    answers = UnaryOperator.identity();
  }

  String scrapeText() {
    return Await.value(metrics.scrape(Metrics.TEXT)).toString();
  }

  PrometheusText scrape() {
    return PrometheusText.parse(scrapeText());
  }

  void put(Topic topic, String id) {
    put(Put.to(topic).id(id));
  }

  void put(Put.Builder put) {
    Await.value(engine.put(put.body("x").build()));
  }

  List<Delivery> claim(Topic topic, int max) {
    return Await.value(engine.claim(Claim.from(topic).max(max))).deliveries();
  }

  Receipt claimOne(Topic topic) {
    return claim(topic, 1).get(0).requireReceipt();
  }

  /** Every kind of thing that happens to messages, at least once. */
  void liveALife(Topic topic) {
    Duration second = Duration.ofSeconds(1);
    put(Put.to(topic).id("late").delay(second));
    put(Put.to(topic).id("late").delay(second));
    put(Put.to(topic).id("later").delay(second.multipliedBy(20)));
    Await.value(engine.reschedule(topic, "later", Due.after(second.multipliedBy(3_000))));
    clock.advance(second.plusMillis(3));
    Receipt late = claimOne(topic);
    Await.value(engine.extend(late, second.multipliedBy(60)));
    Await.value(engine.release(late, Due.now()));
    Await.value(engine.ack(claimOne(topic)));
    put(topic, "unseen");
    Await.value(engine.unclaim(claim(topic, 1)));
    Await.value(engine.cancel(topic, "unseen"));
    put(Put.to(topic).id("replaced").delay(second));
    put(Put.to(topic).id("replaced").delay(second.multipliedBy(500)).mode(PutMode.REPLACE));
    put(Put.to(topic).id("merged").delay(second.multipliedBy(500)).mode(PutMode.MERGE));
    put(Put.to(topic).id("merged").delay(second.multipliedBy(500)).mode(PutMode.MERGE));
    die(topic);
    put(Put.to(topic).id("expired").ttl(second));
    clock.advance(second.multipliedBy(3));
    Await.value(engine.redrive(Redrive.all(topic).limit(1)));
    Await.value(engine.purge(topic, State.EXPIRED));
    engine.tell(new Event.Pushed(
        topic,
        clock.instant(),
        "pushed",
        1,
        new PushReport(PushReport.Outcome.DELIVERED, 200, null, Duration.ofMillis(3))));
  }

  private void die(Topic topic) {
    put(Put.to(topic).id("dead").maxAttempts(1));
    Await.value(engine.release(claimOne(topic)));
    put(Put.to(topic).id("dead of age").ttl(Duration.ofSeconds(1)));
    Await.value(engine.release(claimOne(topic), Due.after(Duration.ofHours(1))));
  }

  @Override
  public void close() {
    never.completeExceptionally(new BideException(ErrorCode.UNAVAILABLE, "the test is over"));
    metrics.close();
    engine.close();
  }
}
