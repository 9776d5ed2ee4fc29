package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Endpoint;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.server.push.Receiver;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import io.bide.testing.eureka.EurekaProcess;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that register in a real Eureka get their jobs from a real server. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EurekaIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  private static Path directory;

  private static EurekaProcess eureka;
  private static Node node;

  private final Receiver one = Receiver.start();
  private final Receiver other = Receiver.start();

  @BeforeAll
  static void start() throws Exception {
    eureka = EurekaProcess.start(directory.resolve("eureka.log"));
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.resolve("data").toString(), "test");
    layer.set(Catalogue.SERVICES_EUREKA, eureka.address().toString(), "test");
    layer.set(Catalogue.SERVICES_STATIC, "listed=http://127.0.0.1:1#close", "test");
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  @AfterAll
  static void stop() {
    node.close();
    eureka.close();
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static String send(String method, String path, String body) throws Exception {
    HttpResponse<String> answer = CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static String add(String application, String id, String type) throws Exception {
    String job = new JsonObject()
        .put("taskId", id)
        .put("taskType", type)
        .put("delayTime", SystemTime.clock().instant().toEpochMilli())
        .put("params", "{\"order\":7}")
        .put("appName", application)
        .encode();
    assertThat(send("POST", "/job/add", job)).isEmpty();
    return job;
  }

  private static Topic topic(String application, String type) {
    return new Endpoint.Service("POST", application, type, "/").topic("default");
  }

  private static Message peek(String application, String id, String type) {
    return Await.value(node.queue().peek(topic(application, type), id)).orElseThrow();
  }

  private static void awaitState(String application, String id, String type, State state) {
    while (peek(application, id, type).state() != state) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  /** Instances that come later are seen after a few seconds; until then jobs are tried in vain. */
  private static void tryOften(String application, String type) {
    Await.value(node.queue()
        .configure(
            topic(application, type),
            TopicSettings.builder()
                .backoff(Backoff.fixed(Duration.ofMillis(200)))
                .maxAttempts(Put.UNLIMITED)
                .build()));
  }

  @Test
  void job_goesToAnInstanceThatRegisteredItsType() throws Exception {
    tryOften("shop", "close");
    eureka.register("shop", "other", other.port(), "close-order, remind");
    eureka.register("shop", "one", one.port(), "close, remind");
    String job = add("shop", "t1", "close");

    assertThat(one.next().body()).isEqualTo(job);
    awaitState("shop", "t1", "close", State.DONE);
    assertThat(other.all()).isEmpty();
  }

  @Test
  void applicationThatIsNotRegistered_getsItsJobsWhenItIs() throws Exception {
    tryOften("late", "close");
    String job = add("late", "t1", "close");
    while (peek("late", "t1", "close").attempts() < 2) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
    eureka.register("late", "one", one.port(), "close");

    assertThat(one.next().body()).isEqualTo(job);
    awaitState("late", "t1", "close", State.DONE);
  }

  @Test
  void instanceThatDeregisters_isNotCalledAnyMore_andAnotherOneIs() throws Exception {
    tryOften("moving", "close");
    eureka.register("moving", "one", one.port(), "close");
    add("moving", "t1", "close");
    awaitState("moving", "t1", "close", State.DONE);
    one.answer(500);
    eureka.deregister("moving", "one");
    eureka.register("moving", "other", other.port(), "close");
    add("moving", "t2", "close");

    awaitState("moving", "t2", "close", State.DONE);
    assertThat(other.all()).hasSize(1);
  }

  @Test
  void overview_showsWhatIsListedAndWhatIsRegistered() throws Exception {
    eureka.register("seen", "one", one.port(), "close, remind");
    JsonObject info = new JsonObject();
    while (!info.containsKey("seen")) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
      info = new JsonObject(send("GET", "/discovery/service_info", ""));
    }
    assertThat(info.getJsonArray("listed")).hasSize(1);
    assertThat(info.getJsonArray("seen").getJsonObject(0).getString("TaskType"))
        .isEqualTo("close, remind");
    assertThat(send("GET", "/task/type/list", ""))
        .contains("\"listed-close\"", "\"seen-close\"", "\"seen-remind\"");
  }
}
