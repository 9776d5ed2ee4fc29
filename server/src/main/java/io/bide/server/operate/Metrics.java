package io.bide.server.operate;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.engine.Engine;
import io.bide.server.http.Front;
import io.bide.store.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what happens in a queue and its server, and shows it to Prometheus. {@link Family} lists the
 * metrics; those of the JVM are Micrometer's.
 *
 * <p>What is counted as it happens costs a few additions. The rest is asked for when somebody scrapes:
 * the store is asked without blocking anybody, and the text is written by a thread of its own, because
 * an event loop that writes a megabyte serves nobody meanwhile. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
  static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private static final Logger log = LoggerFactory.getLogger(Metrics.class);
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final Engine engine;
  private final InstantSource clock;
  private final Health health;
  private final Labels build;
  private final TopicMeters topics;
  private final CommitMeter commits = new CommitMeter();
  private final RequestMeter requests = new RequestMeter();
  private final Timer timer;
  private final Deadline<Census.Result> census;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final AutoCloseable subscription;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "bide-metrics-0"));
  private volatile IntSupplier connections = () -> 0;
  private volatile IntSupplier pushesInFlight = () -> 0;
  private volatile IntSupplier disabledSubscriptions = () -> 0;
  private volatile @Nullable Deadline<Buffer> appendix;

  /** Of the scrape that is being written; known to the thread that writes only. */
  private MetricSnapshots own = new MetricSnapshots();

  /**
   * Begins to count.
   *
   * @param timer ends the waiting for a store that does not answer
   */
  public Metrics(
      MetricsConfig config, Engine engine, Health health, InstantSource clock, Timer timer) {
    this.engine = engine;
    this.clock = clock;
    this.health = health;
    this.timer = timer;
    this.build = Labels.of(
        config.build().keySet().toArray(String[]::new),
        config.build().values().toArray(String[]::new));
    this.topics = new TopicMeters(config.maxTopics());
    Census all = new Census(engine, topics, config.maxTopics(), engine.config().maxPage());
    this.census = new Deadline<>(timer, DEADLINE, all::take);
    bindMachine(config);
    MultiCollector collector = () -> own;
    registry.getPrometheusRegistry().register(collector);
    engine.observeCommits(commits);
    this.subscription = engine.events().subscribe(topics);
  }

  private void bindMachine(MetricsConfig config) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gc.bindTo(registry);
    if (config.disk() != null) {
      new DiskSpaceMetrics(config.disk().toFile()).bindTo(registry);
    }
  }

  /** Counts requests; for the {@link Front}. */
  public Front.Log requests() {
    return requests;
  }

  /** Tells how many connections are open; the front is not there yet when the metrics are. */
  public void connections(IntSupplier source) {
    connections = source;
  }

  /** Tells how many messages are being pushed, and how many subscriptions are disabled. */
  public void pushes(IntSupplier inFlight, IntSupplier disabled) {
    pushesInFlight = inFlight;
    disabledSubscriptions = disabled;
  }

  /** Adds the metrics of somebody else to every scrape, in the text format of Prometheus. */
  public void append(Supplier<CompletableFuture<Buffer>> others) {
    appendix = new Deadline<>(timer, DEADLINE, others);
  }

  /** What a scrape is answered with; the names of others need not be names of OpenMetrics. */
  String contentType(@Nullable String accept) {
    boolean open = accept != null && accept.contains("application/openmetrics-text");
    return open && appendix == null ? OPEN_METRICS : TEXT;
  }

  /**
   * All metrics as text. A store that does not work leaves out what only it can tell, and {@code
   * bide_store_up} is 0.
   *
   * @param contentType {@link #TEXT} or {@link #OPEN_METRICS}
   */
  CompletableFuture<Buffer> scrape(String contentType) {
    if (writer.isShutdown()) {
      return CompletableFuture.failedFuture(
          new BideException(ErrorCode.CLOSED, "the server has been closed"));
    }
    CompletableFuture<Optional<Census.Result>> counted =
        census.ask(Metrics::late).handle((result, failure) -> Optional.ofNullable(result));
    CompletableFuture<Boolean> up = health.store().handle((done, failure) -> failure == null);
    return counted
        .thenCombineAsync(
            up, (holdings, works) -> write(contentType, report(holdings, works)), writer)
        .thenCombine(appended(), Buffer::appendBuffer);
  }

  private CompletableFuture<Buffer> appended() {
    Deadline<Buffer> others = appendix;
    return others == null
        ? CompletableFuture.completedFuture(Buffer.buffer())
        : others
            .ask(Metrics::late)
            .handle((text, failure) -> failure == null ? text : Buffer.buffer());
  }

  private MetricSnapshots report(Optional<Census.Result> holdings, boolean works) {
    Report report = new Report();
    topics.report(report);
    holdings.ifPresent(result -> result.report(report, topics.others(), clock.instant()));
    commits.report(report);
    requests.report(report);
    report.gauge(Family.PARKED_CLAIMS, Labels.EMPTY, engine.waitingClaims());
    report.gauge(Family.CONNECTIONS, Labels.EMPTY, connections.getAsInt());
    report.gauge(Family.PUSHES_IN_FLIGHT, Labels.EMPTY, pushesInFlight.getAsInt());
    report.gauge(Family.DISABLED_SUBSCRIPTIONS, Labels.EMPTY, disabledSubscriptions.getAsInt());
    report.gauge(Family.STORE_UP, Labels.EMPTY, works ? 1 : 0);
    report.info(Family.BUILD, build);
    return report.snapshots();
  }

  private Buffer write(String contentType, MetricSnapshots current) {
    own = current;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      registry.scrape(text, contentType);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Buffer.buffer(text.toByteArray());
  }

  private static BideException late() {
    return new BideException(ErrorCode.UNAVAILABLE, "the topics could not be counted in time");
  }

  /** Stops counting. */
  @Override
  public void close() {
    try {
      subscription.close();
    } catch (Exception e) {
      log.warn("Could not stop listening to events", e);
    }
    writer.shutdown();
    gc.close();
    registry.close();
  }
}
