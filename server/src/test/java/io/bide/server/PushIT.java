package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.State;
import io.bide.Subscription;
import io.bide.Topic;
import io.bide.server.push.Receiver;
import io.bide.server.push.Receiver.Received;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server pushes to a real receiver. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class PushIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  private Path directory;

  private final Receiver receiver = Receiver.start();

  @AfterEach
  void close() {
    receiver.close();
  }

  private Node start() {
    return start(Map.of(Catalogue.PUSH_ALLOW, "127.0.0.0/8"));
  }

  private Node start(Map<Setting<?>, String> given) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    given.forEach((setting, value) -> layer.set(setting, value, "test"));
    return Assembly.start(Settings.of(layer, Map.of()));
  }

  private static HttpResponse<String> send(URI server, String method, String path, String body)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(server + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private JsonObject subscription(String path) {
    return new JsonObject().put("url", receiver.url(path));
  }

  private static void subscribe(URI server, String topic, JsonObject subscription)
      throws Exception {
    HttpResponse<String> answer =
        send(server, "PUT", "/v1/topics/" + topic + "/subscription", subscription.encode());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void put(URI server, String topic, String json) throws Exception {
    HttpResponse<String> answer = send(server, "POST", "/v1/topics/" + topic + "/messages", json);
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
  }

  /** Waits until so many messages of the topic are done. */
  private static void awaitDone(Node node, String topic, int messages) {
    awaitCount(node, topic, State.DONE, messages);
  }

  private static void awaitCount(Node node, String topic, State state, int messages) {
    while (Await.value(node.queue().stats(Topic.of(topic))).count(state) < messages) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  @Test
  void message_isPushedWhenItIsDue_andDoneByTheAnswer() throws Exception {
    try (Node node = start()) {
      subscribe(node.address(), "orders", subscription("/hook"));
      put(node.address(), "orders", "{\"id\":\"o1\",\"body\":{\"close\":1},\"delay\":\"200ms\"}");

      Received received = receiver.next();
      assertThat(received.uri()).isEqualTo("/hook");
      assertThat(received.body()).isEqualTo("{\"close\":1}");
      assertThat(received.headers())
          .containsEntry("content-type", "application/json")
          .containsEntry("bide-id", "o1")
          .containsEntry("bide-attempt", "1");
      awaitDone(node, "orders", 1);
    }
  }

  @Test
  void ownEndpoint_isPushedTo() throws Exception {
    try (Node node = start()) {
      String body = new JsonObject()
          .put("url", receiver.url("/own"))
          .put("method", "PATCH")
          .put("headers", new JsonObject().put("X-Shop", "7"))
          .put("body", "hello")
          .encode();
      HttpResponse<String> answer = send(node.address(), "POST", "/v1/push", body);

      assertThat(answer.statusCode()).isEqualTo(201);
      assertThat(new JsonObject(answer.body()).getString("topic"))
          .startsWith("push/PATCH/127.0.0.1/");
      Received received = receiver.next();
      assertThat(received.method()).isEqualTo("PATCH");
      assertThat(received.headers()).containsEntry("x-shop", "7");
    }
  }

  @Test
  void subscriptionAndMessages_areThereAfterARestart() throws Exception {
    try (Node node = start()) {
      subscribe(node.address(), "orders", subscription("/hook"));
      put(node.address(), "orders", "{\"body\":\"later\",\"delay\":\"2s\"}");
      send(
          node.address(),
          "POST",
          "/v1/push",
          new JsonObject().put("url", receiver.url("/own")).put("delay", "2s").encode());
    }
    try (Node node = start()) {
      // What the first node was sending when it stopped may come twice.
      Set<String> called = new HashSet<>();
      while (called.size() < 2) {
        called.add(receiver.next().uri());
      }
      assertThat(called)
          .as("pushed by %s", node.address())
          .containsExactlyInAnyOrder("/hook", "/own");
    }
  }

  @Test
  void badInput_isRefusedAndNothingIsStored() throws Exception {
    List<String> bad = List.of(
        "{\"url\":\"http://127.0.0.1/\"}",
        "{\"url\":\"http://169.254.169.254/\"}",
        "{\"url\":\"http://[::ffff:10.0.0.1]/\"}",
        "{\"url\":\"no url\"}",
        "{\"url\":\"ftp://example.com/\"}",
        "{\"url\":\"http://user@example.com/\"}",
        "{\"url\":\"https://example.com/\",\"method\":\"BREW\"}",
        "{\"url\":\"https://example.com/\",\"headers\":{\"X-A\":\"1\\r\\nX-B: 2\"}}",
        "{\"url\":\"https://example.com/\",\"headers\":{\"Host\":\"x\"}}",
        "{\"url\":\"https://example.com/\",\"service\":\"mailer\"}",
        "{\"service\":\"mailer\"}",
        "{\"service\":\"\"}",
        "{\"method\":\"POST\"}",
        "{\"url\":5}",
        "{\"url\":\"https://example.com/\",\"uri\":1}");
    try (Node node = start(Map.of())) {
      for (String body : bad) {
        for (String[] request :
            new String[][] {{"POST", "/v1/push"}, {"PUT", "/v1/topics/orders/subscription"}}) {
          HttpResponse<String> answer = send(node.address(), request[0], request[1], body);
          assertThat(answer.statusCode()).as(request[1] + " " + body).isEqualTo(400);
          assertThat(new JsonObject(answer.body()).getString("detail")).isNotBlank();
        }
      }
      assertThat(Await.value(node.queue().topics(null, 10)).items()).isEmpty();
      assertThat(send(node.address(), "GET", "/v1/subscriptions", "").body())
          .isEqualTo("{\"subscriptions\":[]}");
    }
  }

  @Test
  void batch_withOneForbiddenEndpoint_storesTheOthers() throws Exception {
    try (Node node = start()) {
      String body = new JsonArray()
          .add(new JsonObject().put("url", receiver.url("/a")))
          .add(new JsonObject().put("url", "http://10.0.0.1/"))
          .add(new JsonObject().put("url", receiver.url("/b")))
          .encode();
      HttpResponse<String> answer = send(node.address(), "POST", "/v1/push", body);

      JsonArray results = new JsonObject(answer.body()).getJsonArray("results");
      assertThat(results.getJsonObject(0).getString("status")).isEqualTo("stored");
      assertThat(results.getJsonObject(1).getString("status")).isEqualTo("failed");
      assertThat(results.getJsonObject(2).getString("status")).isEqualTo("stored");
      assertThat(List.of(receiver.next().uri(), receiver.next().uri()))
          .containsExactlyInAnyOrder("/a", "/b");
    }
  }

  @Test
  void manyMessages_areEachDelivered() throws Exception {
    int messages = 2_000;
    try (Node node = start()) {
      subscribe(node.address(), "orders", subscription("/hook").put("concurrency", 64));
      for (int batch = 0; batch < messages / 500; batch++) {
        JsonArray items = new JsonArray();
        for (int i = 0; i < 500; i++) {
          items.add(new JsonObject().put("id", "m" + (batch * 500 + i)));
        }
        put(node.address(), "orders", items.encode());
      }
      awaitDone(node, "orders", messages);

      Set<String> ids = new HashSet<>();
      receiver.all().forEach(received -> ids.add(received.headers().get("bide-id")));
      assertThat(ids).hasSize(messages);
    }
  }

  @Test
  void receiverThatNeverAnswers_delaysNoOther() throws Exception {
    receiver.answer(request -> {
      if (!request.uri().equals("/dead")) {
        request.response().end();
      }
    });
    try (Node node = start()) {
      subscribe(node.address(), "dead", subscription("/dead").put("timeout", "10m"));
      subscribe(node.address(), "alive", subscription("/alive"));
      for (int i = 0; i < 100; i++) {
        put(node.address(), "dead", "{}");
        put(node.address(), "alive", "{}");
      }
      awaitDone(node, "alive", 100);
      awaitCount(node, "dead", State.LEASED, Subscription.DEFAULT_CONCURRENCY);
    }
  }

  @Test
  void thousandsOfEndpoints_areServed() throws Exception {
    int endpoints = 3_000;
    try (Node node = start()) {
      for (int from = 0; from < endpoints; from += 500) {
        JsonArray batch = new JsonArray();
        for (int i = from; i < from + 500; i++) {
          batch.add(new JsonObject().put("url", receiver.url("/t" + i)));
        }
        assertThat(send(node.address(), "POST", "/v1/push", batch.encode()).statusCode())
            .isEqualTo(200);
      }
      Set<String> called = new HashSet<>();
      while (called.size() < endpoints) {
        called.add(receiver.next().uri());
      }
      assertThat(called).contains("/t0", "/t" + (endpoints - 1));
    }
  }
}
