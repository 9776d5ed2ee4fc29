package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Endpoint;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.TopicSettings;
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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service mode of redis-delay-queue, with applications found in a list. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class BrickIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String WORK = "/hf/delay_queue/work";

  @TempDir
  private Path directory;

  private final Receiver application = Receiver.start();

  @AfterEach
  void close() {
    application.close();
  }

  private Node start(Map<Setting<?>, String> given) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.resolve("data").toString(), "test");
    given.forEach((setting, value) -> layer.set(setting, value, "test"));
    return Assembly.start(Settings.of(layer, Map.of()));
  }

  private Node withInstances(String... instances) {
    return start(Map.of(Catalogue.SERVICES_STATIC, String.join(",", instances)));
  }

  private static HttpResponse<String> send(Node node, String method, String path, String body)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String job(String id, String type, int delayMillis) {
    return new JsonObject()
        .put("taskId", id)
        .put("taskType", type)
        .put("delayTime", SystemTime.clock().instant().toEpochMilli() + delayMillis)
        .put("params", "{\"order\":7}")
        .put("appName", "shop")
        .encode();
  }

  private static void add(Node node, String job) throws Exception {
    HttpResponse<String> answer = send(node, "POST", "/job/add", job);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  private static Topic topic(String type) {
    return new Endpoint.Service("POST", "shop", type, WORK).topic("default");
  }

  private static void awaitState(Node node, String type, String id, State state) {
    while (Await.value(node.queue().peek(topic(type), id)).orElseThrow().state() != state) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  private String here(String types) {
    return "shop=http://127.0.0.1:" + application.port() + "#" + types;
  }

  @Test
  void job_isBroughtToAnInstanceThatHandlesItsType() throws Exception {
    try (Node node = withInstances(here("close|remind"))) {
      String job = job("t1", "close", 200);
      add(node, job);

      Received received = application.next();
      assertThat(received.method()).isEqualTo("POST");
      assertThat(received.uri()).isEqualTo(WORK);
      assertThat(received.headers())
          .containsEntry("content-type", "application/json;charset=UTF-8");
      assertThat(received.body()).isEqualTo(job);
      awaitState(node, "close", "t1", State.DONE);
    }
  }

  @Test
  void instanceThatFailsOrIsGone_isSkipped() throws Exception {
    try (Receiver broken = Receiver.start();
        Node node = withInstances(
            "shop=http://127.0.0.1:1#close", // where nobody is
            "shop=http://127.0.0.1:" + broken.port() + "#close",
            here("close"))) {
      broken.answer(500);
      for (int i = 0; i < 6; i++) {
        add(node, job("t" + i, "close", 0));
      }
      for (int i = 0; i < 6; i++) {
        awaitState(node, "close", "t" + i, State.DONE);
        assertThat(Await.value(node.queue().peek(topic("close"), "t" + i))
                .orElseThrow()
                .attempts())
            .isEqualTo(1);
      }
      assertThat(application.all()).hasSize(6);
    }
  }

  @Test
  void types_areMatchedExactly_andWithoutAnInstanceTheJobIsKeptThenDead() throws Exception {
    try (Node node = withInstances(here("close-order"))) {
      Await.value(node.queue()
          .configure(
              topic("close"),
              TopicSettings.builder()
                  .backoff(Backoff.fixed(Duration.ofMillis(10)))
                  .maxAttempts(3)
                  .build()));
      add(node, job("t1", "close", 0));

      awaitState(node, "close", "t1", State.DEAD);
      assertThat(application.all()).isEmpty();
    }
  }

  @Test
  void sameIdAgain_takesThePlaceOfTheJob() throws Exception {
    try (Node node = withInstances(here("close"))) {
      add(node, job("t1", "close", 3_600_000));
      add(node, job("t1", "close", 0));
      application.next();
      awaitState(node, "close", "t1", State.DONE);
    }
  }

  @Test
  void overviews_tellWhatThereIs() throws Exception {
    try (Node node = withInstances(here("close|remind"))) {
      add(node, job("t1", "other", 3_600_000));

      assertThat(new JsonArray(send(node, "GET", "/task/type/list", "").body()))
          .containsExactly("shop-close", "shop-other", "shop-remind");
      JsonObject info =
          new JsonObject(send(node, "GET", "/discovery/service_info", "").body());
      JsonObject instance = info.getJsonArray("shop").getJsonObject(0);
      assertThat(instance.getString("TaskType")).isEqualTo("close,remind");
      assertThat(instance.getJsonObject("ServiceInstance").getInteger("port"))
          .isEqualTo(application.port());
    }
  }

  @Test
  void badInput_isAnsweredInPlainText_andNothingIsStored() throws Exception {
    Map<String, String> bad = Map.of(
        "{\"taskType\":\"a\",\"appName\":\"shop\"}", "任务id不能为空",
        "{\"taskId\":\"\",\"taskType\":\"a\",\"appName\":\"shop\"}", "任务id不能为空",
        "{\"taskId\":\"1\",\"appName\":\"shop\"}", "任务类型不能为空",
        "{\"taskId\":\"1\",\"taskType\":\"a\"}", "appName is missing",
        "{\"taskId\":\"1\",\"taskType\":\"a\",\"appName\":\"a\\nb\"}", "service has a control",
        "{\"taskId\":\"1\",\"taskType\":\"a\",\"appName\":\"b\",\"delayTime\":\"soon\"}",
            "delayTime",
        "[]", "not a JSON object",
        "nonsense", "not a JSON object");
    try (Node node = withInstances(here("a"))) {
      for (Map.Entry<String, String> one : bad.entrySet()) {
        HttpResponse<String> answer = send(node, "POST", "/job/add", one.getKey());
        assertThat(answer.statusCode()).as(one.getKey()).isEqualTo(400);
        assertThat(answer.body()).contains(one.getValue());
      }
      assertThat(Await.value(node.queue().topics(null, 10)).items()).isEmpty();
    }
  }

  @Test
  void withoutADirectory_nothingIsTaken() throws Exception {
    try (Node node = start(Map.of())) {
      HttpResponse<String> answer = send(node, "POST", "/job/add", job("t1", "close", 0));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("no service directory is configured");
      assertThat(send(node, "GET", "/discovery/service_info", "").body()).isEqualTo("{}");
    }
  }
}
