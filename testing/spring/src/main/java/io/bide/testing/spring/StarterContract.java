package io.bide.testing.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.DelayQueue;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.client.BideClient;
import io.bide.server.Node;
import io.bide.spring.Payloads;
import io.bide.tasks.Task;
import io.bide.tasks.Tasks;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Real applications: one with the queue in its own process and a web server, one of WebFlux, two that share
 * a Redis, one with a whole node inside, and one that talks with that node over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StarterContract {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Topic SLOW = Topic.of("slow");

  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private ConfigurableApplicationContext embedded;

  @BeforeAll
  void startEmbedded(@TempDir Path directory) {
    embedded = new SpringApplicationBuilder(Shop.class)
        .web(WebApplicationType.SERVLET)
        .properties(
            "server.port=0",
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.application.name=shop",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.health.show-details=always",
            "bide.server.enabled=false",
            "bide.mode=embedded",
            "bide.embedded.data=" + directory.resolve("bide"),
            "bide.service.enabled=true")
        .run();
  }

  @AfterAll
  void stop() {
    embedded.close();
  }

  @Test
  void listen_embedded_getsAJsonPayloadInTimeWithAttemptAndAttribute() throws Exception {
    Purchase order = new Purchase("4711", 2);
    Body body = embedded.getBean(Payloads.class).write(order);
    put(
        embedded.getBean(DelayQueue.class),
        Put.to("orders")
            .body(body)
            .attributes(Map.of("reason", "unpaid"))
            .delay(Duration.ofMillis(200)));

    assertThat(next(embedded.getBean(Shop.class).closed))
        .isEqualTo(new Shop.Closed(order, 1, "unpaid"));
    assertThat(body.contentType()).isEqualTo(Body.JSON);
  }

  @Test
  void listen_list_getsABatch() throws Exception {
    put(embedded.getBean(DelayQueue.class), Put.to("mails").body("hello"));

    assertThat(next(embedded.getBean(Shop.class).mails)).containsExactly("hello");
  }

  @Test
  void submit_task_isDoneByTheWorkerBeanOfItsType() throws Exception {
    PutResult submitted = embedded
        .getBean(Tasks.class)
        .submit(Task.of("tasks", "remind", "by tasks").after(Duration.ofMillis(100)))
        .get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(submitted).isInstanceOf(PutResult.Stored.class);

    assertThat(next(embedded.getBean(Shop.class).tasks)).isEqualTo("by tasks");
  }

  @Test
  void put_insideAnObservation_isHandledAsAPartOfItsTrace() throws Exception {
    ObservationRegistry registry = embedded.getBean(ObservationRegistry.class);
    DelayQueue queue = embedded.getBean(DelayQueue.class);

    Observation.createNotStarted("checkout", registry)
        .observeChecked(() -> put(queue, Put.to("traced")));

    Shop shop = embedded.getBean(Shop.class);
    assertThat(next(shop.traces)).isEqualTo("continued checkout");
    assertThat(next(shop.traces)).isEqualTo("handled checkout");
  }

  @Test
  void callBack_jobOfAKnownType_isDoneBeforeItIsAccepted() throws Exception {
    HttpResponse<String> done = post(embedded, "/hf/delay_queue/work", job("remind", "by call"));

    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(done.body()).isEqualTo("accepted");
    assertThat(next(embedded.getBean(Shop.class).tasks)).isEqualTo("by call");
  }

  @Test
  void callBack_toAnApplicationOfWebFlux_isDoneBeforeItIsAccepted() throws Exception {
    try (ConfigurableApplicationContext reactive = startReactive()) {
      HttpResponse<String> done = post(reactive, "/hf/delay_queue/work", job("remind", "flux"));

      assertThat(done.statusCode()).isEqualTo(200);
      assertThat(done.body()).isEqualTo("accepted");
      assertThat(next(reactive.getBean(Shop.class).tasks)).isEqualTo("flux");
      assertThat(post(reactive, "/hf/delay_queue/work", job("other", "")).statusCode())
          .isEqualTo(404);
    }
  }

  private static ConfigurableApplicationContext startReactive() {
    return new SpringApplicationBuilder(Shop.class)
        .web(WebApplicationType.REACTIVE)
        .properties(
            "server.port=0",
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "bide.server.enabled=false",
            "bide.remote.urls=http://127.0.0.1:1",
            "bide.service.enabled=true")
        .run();
  }

  private static String job(String type, String params) {
    return "{\"taskId\":\"1\",\"taskType\":\"" + type + "\",\"delayTime\":0,\"params\":\"" + params
        + "\",\"appName\":\"shop\"}";
  }

  @Test
  void callBack_jobOfAnUnknownType_isRefused() throws Exception {
    HttpResponse<String> refused = post(embedded, "/hf/delay_queue/work", job("other", ""));

    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.body()).contains("other").contains("remind");
  }

  @Test
  void health_queueThatAnswers_isUp() throws Exception {
    HttpResponse<String> health = get("/actuator/health/bide");

    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).contains("\"UP\"");
  }

  @Test
  void metrics_afterAMessage_countIt() throws Exception {
    Shop shop = embedded.getBean(Shop.class);
    put(embedded.getBean(DelayQueue.class), Put.to("mails").id("counted").body("counted"));
    assertThat(next(shop.mails)).containsExactly("counted");
    while (!next(shop.settled).equals("counted")) {
      // Those of other tests.
    }

    assertThat(get("/actuator/metrics/bide.worker.settled?tag=topic:mails").statusCode())
        .isEqualTo(200);
    assertThat(get("/actuator/metrics/bide.process?tag=bide.topic:mails").statusCode())
        .isEqualTo(200);
  }

  @Test
  void embedded_onARedis_sharesItWithTheOtherNodesOfTheApplication() throws Exception {
    try (RedisProcess redis = RedisProcess.start();
        ConfigurableApplicationContext idle = startOnRedis(Host.class, redis);
        ConfigurableApplicationContext listening = startOnRedis(Shop.class, redis)) {
      Shop shop = listening.getBean(Shop.class);
      put(idle.getBean(DelayQueue.class), Put.to("mails").body("through Redis"));
      PutResult submitted = idle.getBean(Tasks.class)
          .submit(Task.of("tasks", "remind", "on another node"))
          .get(SOON.toSeconds(), TimeUnit.SECONDS);

      assertThat(submitted).isInstanceOf(PutResult.Stored.class);
      assertThat(next(shop.mails)).containsExactly("through Redis");
      assertThat(next(shop.tasks)).isEqualTo("on another node");
      assertThat(Admin.ask(redis.port(), "KEYS", "*")).contains("shop:").doesNotContain("bide:");
    }
  }

  private static ConfigurableApplicationContext startOnRedis(
      Class<?> application, RedisProcess redis) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            "bide.server.enabled=false",
            "bide.mode=embedded",
            "bide.embedded.store=" + redis.url(),
            "bide.embedded.redis.timeout=1m",
            "bide.embedded.redis.prefix=shop:")
        .run();
  }

  @Test
  void remote_applicationBesideANodeInAnother_listensAndStopsWithoutLosing(@TempDir Path directory)
      throws Exception {
    try (ConfigurableApplicationContext hosting = startNode(directory)) {
      Node node = hosting.getBean(Node.class);
      try (DelayQueue client = BideClient.builder(node.address().toString()).build()) {
        put(hosting.getBean(DelayQueue.class), Put.to(SLOW).id("one").body("first"));
        ConfigurableApplicationContext remote = startRemote(node.address());
        Shop shop = remote.getBean(Shop.class);
        var unused = next(shop.slow);

        CompletableFuture<Void> stopping = CompletableFuture.runAsync(remote::close);
        put(client, Put.to(SLOW).id("two").body("second"));
        shop.slowMayReturn.countDown();
        stopping.get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(peek(client, "one").state()).isEqualTo(State.DONE);
        State two = awaitSettled(client, "two");
        assertThat(two == State.READY).isEqualTo(shop.slow.isEmpty());
      }
    }
  }

  /** An application that does nothing itself. */
  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class Host {}

  private static ConfigurableApplicationContext startNode(Path directory) {
    return new SpringApplicationBuilder(Host.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            "bide.server.port=0",
            "bide.server.data=" + directory.resolve("node"))
        .run();
  }

  private static ConfigurableApplicationContext startRemote(URI address) {
    return new SpringApplicationBuilder(Shop.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            "bide.server.enabled=false",
            "bide.remote.urls=" + address)
        .run();
  }

  private static void put(DelayQueue queue, Put.Builder put) throws Exception {
    PutResult result = queue.put(put.build()).get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(result).isInstanceOf(PutResult.Stored.class);
  }

  private static Message peek(DelayQueue queue, String id) throws Exception {
    return queue.peek(SLOW, id).get(SOON.toSeconds(), TimeUnit.SECONDS).orElseThrow();
  }

  /** A claim whose caller has left may hold it for a moment longer. */
  private static State awaitSettled(DelayQueue queue, String id) throws Exception {
    long end = SystemTime.nanos() + SOON.toNanos();
    State state = peek(queue, id).state();
    while (state != State.READY && state != State.DONE) {
      assertThat(SystemTime.nanos() - end).as("%s is %s", id, state).isNegative();
      state = peek(queue, id).state();
    }
    return state;
  }

  private static <T> T next(BlockingQueue<T> arrived) throws InterruptedException {
    T next = arrived.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    return Objects.requireNonNull(next, "nothing arrived");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri(embedded, path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(
      ConfigurableApplicationContext application, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri(application, path))
        .header("Content-Type", "application/json;charset=UTF-8")
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static URI uri(ConfigurableApplicationContext application, String path) {
    return URI.create("http://127.0.0.1:"
        + application.getEnvironment().getRequiredProperty("local.server.port") + path);
  }
}
