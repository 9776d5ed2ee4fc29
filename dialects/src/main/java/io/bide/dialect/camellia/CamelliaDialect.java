package io.bide.dialect.camellia;

import io.bide.DelayQueue;
import io.bide.Event;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What a client of camellia-delay-queue speaks, so that it need not be changed. {@code
 * docs/dialects/camellia.md} tells what maps to what. Thread-safe.
 */
public final class CamelliaDialect implements Dialect {
  public static final String NAME = "camellia";

  /** The largest form, and with it the largest message. */
  public static final int MAX_REQUEST_BYTES = 2 * 1_024 * 1_024;

  static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private static final String GROUND = "/camellia";
  private static final String ROOT = GROUND + "/delayQueue/";

  private final DelayQueue queue;
  private final Keeping keeping;
  private final Monitor monitor;
  private final TopicInfos topics;
  private final Failures failures;
  private final List<Route> routes = new ArrayList<>();

  /**
   * The dialect.
   *
   * @param queue the server's own, for what the dialect does whoever its caller is
   * @param store completes when the store works, and fails when it does not
   */
  public CamelliaDialect(
      Config config,
      DelayQueue queue,
      InstantSource clock,
      Supplier<? extends CompletableFuture<?>> store) {
    this.queue = queue;
    this.monitor = new Monitor(config.namespace(), clock);
    this.topics = new TopicInfos(config);
    this.failures = new Failures(clock);
    this.keeping = new Keeping(queue, config.retention());
    Messages messages = new Messages(config, monitor, keeping, new MsgIds(clock));
    Reports reports = new Reports(config, monitor, topics);

    add(Route.post(ROOT + "sendMsg", Right.PUT, messages::send), Answer.MESSAGE);
    add(Route.post(ROOT + "pullMsg", Right.CLAIM, messages::pull), Answer.LIST);
    add(Route.post(ROOT + "longPollingMsg", Right.CLAIM, messages::poll), Answer.POLL);
    add(Route.post(ROOT + "ackMsg", Right.CLAIM, messages::ack), Answer.PLAIN);
    add(Route.post(ROOT + "getMsg", Right.ANY, messages::look), Answer.MESSAGE);
    add(Route.post(ROOT + "deleteMsg", Right.PUT, messages::delete), Answer.PLAIN);
    routes.add(Route.get(ROOT + "getTopicInfo", Right.OPERATE, reports::topic));
    routes.add(Route.get(ROOT + "getTopicInfoList", Right.OPERATE, reports::topics));
    routes.add(Route.get(ROOT + "getMonitorData", Right.OPERATE, reports::monitor));
    routes.add(Route.get(ROOT + "getMonitorString", Right.OPERATE, reports::monitorText));
    routes.addAll(new Health(store).routes());
  }

  private void add(Route route, Answer answer) {
    routes.add(route);
    failures.answersOf(route.path(), answer);
  }

  /**
   * Stores messages that come from elsewhere, in topics that then keep what has ended as the original does. What a
   * message had behind it when it came is told by the attribute {@value DelayMsg#RETRIES}.
   */
  public CompletableFuture<List<PutResult>> store(DelayQueue callers, List<Put> arriving) {
    return callers
        .put(arriving)
        .thenCompose(results -> keeping
            .of(arriving.stream().map(Put::topic).distinct().toList())
            .thenApply(done -> results));
  }

  /** To be told of everything that happens in the queue of this process. */
  public void hear(Event event) {
    monitor.hear(event);
  }

  /** What the original tells Prometheus, in its text format. */
  public CompletableFuture<Buffer> metrics() {
    return topics.all(queue).thenApply(infos -> PrometheusText.of(monitor.last(), infos));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  @Override
  public void fail(Call call, Throwable failure) {
    failures.answer(call, failure);
  }

  @Override
  public List<String> grounds() {
    return List.of(GROUND);
  }

  @Override
  public int maxRequestBytes() {
    return MAX_REQUEST_BYTES;
  }
}
