package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Topic;
import io.bide.dialect.Right;
import io.bide.dialect.rest.RestDialect;
import io.bide.server.http.Caller;
import io.bide.server.http.Front;
import io.bide.server.http.FrontConfig;
import io.bide.server.push.NoSubscriptions;
import io.bide.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class OperateDialectIT {
  private final Bench bench = new Bench(10);
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile boolean keyNeeded;
  private Front front;

  @BeforeEach
  void start() {
    Duration minute = Duration.ofMinutes(1);
    FrontConfig config =
        new FrontConfig("127.0.0.1", 0, 1, null, 1_000, 100_000, 8_000, 8_000, 100, minute, minute);
    RestDialect rest = new RestDialect(
        32,
        1_000,
        1_000,
        () -> {
          throw new AssertionError("nobody asks for it here");
        },
        new NoSubscriptions());
    OperateDialect dialect = new OperateDialect(bench.health, bench.metrics, rest::fail);
    front = new Front(config, List.of(dialect), (d, request) -> caller(), bench.metrics.requests());
    bench.metrics.connections(front::connections);
    Await.value(front.open(vertx));
  }

  /** Whoever has no key may only do what needs none. */
  private Caller caller() {
    Caller all = Caller.unrestricted(bench.engine);
    return keyNeeded
        ? new Caller() {
          @Override
          public boolean may(Right right) {
            return right == Right.NONE;
          }

          @Override
          public DelayQueue queue() {
            return all.queue();
          }
        }
        : all;
  }

  @AfterEach
  void stop() {
    Await.value(front.close(Duration.ofSeconds(1)));
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
    bench.close();
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String contentType(HttpResponse<?> response) {
    return response.headers().firstValue("content-type").orElse("");
  }

  @Test
  void healthz_isAlive_alsoWhenTheStoreIsNotAndWhileStopping() throws Exception {
    bench.storeFails(new BideException(ErrorCode.CORRUPT, "a broken table"));
    bench.health.stopping();
    HttpResponse<String> response = get("/healthz");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"status\":\"alive\"}");
  }

  @Test
  void readyz_whileTheStoreWorks_answers200EveryTime() throws Exception {
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = get("/readyz");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("{\"status\":\"ready\"}");
    }
  }

  @Test
  void readyz_whenTheStoreFails_answersAProblemWithTheReason() throws Exception {
    bench.storeFails(new BideException(ErrorCode.CORRUPT, "a broken table"));
    HttpResponse<String> response = get("/readyz");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(contentType(response)).isEqualTo("application/problem+json");
    assertThat(response.headers().firstValue("retry-after")).hasValue("1");
    assertThat(new JsonObject(response.body()))
        .isEqualTo(new JsonObject()
            .put("type", "urn:bide:problem:unavailable")
            .put("title", "Not available now")
            .put("status", 503)
            .put("detail", "the store does not work: a broken table")
            .put("code", "unavailable")
            .put("retryable", true)
            .put("outcome", "did-not-happen"));
  }

  @Test
  void readyz_whileStopping_answers503() throws Exception {
    bench.health.stopping();
    HttpResponse<String> response = get("/readyz");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).contains("the server is stopping");
  }

  @Test
  void metrics_ofARealServer_countItsOwnRequestsAndConnections() throws Exception {
    bench.put(Topic.of("orders"), "a");
    get("/healthz");
    get("/nowhere");
    HttpResponse<String> response = get("/metrics");
    PrometheusText text = PrometheusText.parse(response.body());

    assertThat(contentType(response)).isEqualTo(Metrics.TEXT);
    assertThat(text.value("bide_connections")).isEqualTo(1);
    assertThat(text.value(
            "bide_http_requests_total",
            "dialect",
            "operate",
            "route",
            "GET /healthz",
            "status",
            "200"))
        .isEqualTo(1);
    assertThat(text.value(
            "bide_http_requests_total", "dialect", "operate", "route", "none", "status", "404"))
        .isEqualTo(1);
  }

  @Test
  void metrics_askedForProtobufOrOpenMetrics_areTextOfAKindThatWasAskedFor() throws Exception {
    String prometheus = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
        + "encoding=delimited;q=0.6,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1";
    HttpResponse<String> open = get("/metrics", "Accept", prometheus);
    HttpResponse<String> plain =
        get("/metrics", "Accept", "application/vnd.google.protobuf;q=0.6,*/*;q=0.1");

    assertThat(contentType(open)).isEqualTo(Metrics.OPEN_METRICS);
    assertThat(open.body()).endsWith("# EOF\n");
    assertThat(contentType(plain)).isEqualTo(Metrics.TEXT);
    PrometheusText.parse(plain.body());
  }

  @Test
  void routes_whenKeysAreNeeded_showHealthToEverybodyAndMetricsToOperators() throws Exception {
    keyNeeded = true;

    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    HttpResponse<String> metrics = get("/metrics");
    assertThat(metrics.statusCode()).isEqualTo(401);
    assertThat(contentType(metrics)).isEqualTo("application/problem+json");
  }

  @Test
  void metrics_afterTheyWereClosed_isAProblemAndNoStackTrace() throws Exception {
    bench.metrics.close();
    HttpResponse<String> response = get("/metrics");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).contains("\"code\":\"closed\"").doesNotContain("Exception");
  }
}
