package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Endpoint;
import io.bide.PushHeaders;
import io.bide.Put;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.server.push.Receiver;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import io.bide.testing.redis.RedisProcess;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one Redis push together. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class PushNodesIT {
  private static final Topic ORDERS = Topic.of("orders");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  private Path directory;

  private final RedisProcess redis = RedisProcess.start();
  private final Receiver receiver = Receiver.start();
  private Node one;
  private Node other;

  @BeforeEach
  void start() {
    one = start("one");
    other = start("other");
  }

  private Node start(String name) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.resolve(name).toString(), "test");
    layer.set(Catalogue.STORE, redis.url(), "test");
    layer.set(Catalogue.REDIS_TIMEOUT, "1m", "test");
    layer.set(Catalogue.PUSH_ALLOW, "127.0.0.0/8", "test");
    layer.set(
        Catalogue.SERVICES_STATIC,
        "shop=http://127.0.0.1:" + receiver.port() + "#close,shop=http://127.0.0.1:1#close",
        "test");
    return Assembly.start(Settings.of(layer, Map.of()));
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    receiver.close();
    redis.close();
  }

  private static HttpResponse<String> call(Node node, String method, String path, String body)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static int send(Node node, String method, String path, String body) throws Exception {
    return call(node, method, path, body).statusCode();
  }

  private static String get(Node node, String path) throws Exception {
    return call(node, "GET", path, "").body();
  }

  private void subscribe(Node node, int concurrency) throws Exception {
    JsonObject subscription = new JsonObject()
        .put("url", receiver.url("/hook"))
        .put("concurrency", concurrency)
        .put("timeout", "2m");
    assertThat(send(node, "PUT", "/v1/topics/orders/subscription", subscription.encode()))
        .isEqualTo(200);
  }

  private static void put(Node node, int messages) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      puts.add(Put.to(ORDERS).id("m" + i).build());
    }
    Await.value(node.queue().put(puts));
  }

  private static void awaitDone(Node node, Topic topic, int messages) {
    await(node, topic, State.DONE, messages);
  }

  private static void await(Node node, Topic topic, State state, int messages) {
    while (Await.value(node.queue().stats(topic)).count(state) < messages) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  @Test
  void subscriptionOfOneNode_isKnownToTheOther_andNothingIsSentTwice() throws Exception {
    subscribe(one, 8);
    put(other, 500);
    awaitDone(other, ORDERS, 500);

    Set<String> ids = new HashSet<>();
    receiver.all().forEach(received -> ids.add(received.headers().get("bide-id")));
    assertThat(ids).hasSize(500);
    assertThat(receiver.all()).hasSize(500);
  }

  /** So many calls are under way at once that one node cannot have made all of them. */
  @Test
  void eachNode_takesItsShare() throws Exception {
    int perNode = 8;
    List<HttpServerRequest> open = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> all = new CompletableFuture<>();
    receiver.answer(request -> {
      open.add(request);
      if (open.size() == 2 * perNode) {
        all.complete(null);
      }
    });
    subscribe(one, perNode);
    put(one, 100);
    all.get(120, TimeUnit.SECONDS);
    receiver.answer(200);
    open.forEach(request -> request.response().end());
    awaitDone(other, ORDERS, 100);

    assertThat(receiver.all()).hasSize(100);
  }

  @Test
  void mergedThroughBothNodes_isOneRequest() throws Exception {
    String service = Base64.getUrlEncoder()
        .encodeToString(receiver.url("/digest").getBytes(StandardCharsets.UTF_8));
    String queue = "/v3/queue/cross123_789/POST/" + service;
    long later = SystemTime.clock().instant().getEpochSecond() + 3_600;
    assertThat(send(one, "POST", queue + "?ontime=" + later, "1")).isEqualTo(200);
    assertThat(send(other, "POST", queue + "?ontime=" + later, "2")).isEqualTo(200);
    assertThat(send(one, "POST", queue + "?update=always", "3")).isEqualTo(200);

    assertThat(receiver.next().body()).isEqualTo("[1,2,3]");
  }

  @Test
  void jobsOfAnApplication_areServedByEitherNode_andByTheOneThatIsLeft() throws Exception {
    Topic jobs = new Endpoint.Service("POST", "shop", "close", "/").topic("default");
    for (int i = 0; i < 20; i++) {
      assertThat(send(i % 2 == 0 ? one : other, "POST", "/job/add", job("t" + i, 0)))
          .isEqualTo(200);
    }
    awaitDone(one, jobs, 20);
    assertThat(receiver.all()).hasSize(20);

    assertThat(send(one, "POST", "/job/add", job("last", 2_000))).isEqualTo(200);
    one.close();
    awaitDone(other, jobs, 21);
  }

  private static String job(String id, int delayMillis) {
    return new JsonObject()
        .put("taskId", id)
        .put("taskType", "close")
        .put("appName", "shop")
        .put("delayTime", SystemTime.clock().instant().toEpochMilli() + delayMillis)
        .put("params", "{}")
        .encode();
  }

  @Test
  void nodeThatStops_leavesTheWorkToTheOther() throws Exception {
    subscribe(one, 8);
    put(one, 100);
    one.close();
    awaitDone(other, ORDERS, 100);
  }

  @Test
  void ownEndpoint_isServedByTheOtherNode_whenTheFirstIsGone() {
    Endpoint endpoint = Endpoint.Url.parse("POST", receiver.url("/own"));
    Put put = Put.to(ORDERS).delay(Duration.ofSeconds(3)).build();
    Await.value(one.queue().put(put.pushedTo(endpoint, PushHeaders.NONE)));
    one.close();

    awaitDone(other, endpoint.topic("default"), 1);
  }

  @Test
  void disabledThroughOneNode_isDisabledOnTheOther() throws Exception {
    subscribe(one, 8);
    assertThat(send(other, "POST", "/v1/topics/orders/subscription/disable", ""))
        .isEqualTo(200);
    awaitDisabled(one, 1);
    awaitDisabled(other, 1);
    put(one, 10);
    await(one, ORDERS, State.READY, 10); // They are due in the next millisecond.

    assertThat(send(other, "POST", "/v1/topics/orders/subscription/enable", "")).isEqualTo(200);
    awaitDone(one, ORDERS, 10);
  }

  private static void awaitDisabled(Node node, int subscriptions) throws Exception {
    while (!get(node, "/metrics").contains("bide_disabled_subscriptions " + subscriptions)) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }
}
