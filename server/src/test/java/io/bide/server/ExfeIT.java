package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Endpoint;
import io.bide.Message;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.server.push.Receiver;
import io.bide.server.push.Receiver.Received;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of the exfe queue service does, against a real server and a real receiver. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ExfeIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String DIGEST = "/v3/notifier/cross/digest";

  @TempDir
  private static Path directory;

  private static Node node;

  private final Receiver receiver = Receiver.start();

  @BeforeAll
  static void start() {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    layer.set(Catalogue.PUSH_ALLOW, "127.0.0.0/8", "test");
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  private static String base64(String url) {
    return Base64.getUrlEncoder().encodeToString(url.getBytes(StandardCharsets.UTF_8));
  }

  private String digest() {
    return base64(receiver.url(DIGEST));
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private void push(String path, String body) throws Exception {
    HttpResponse<String> answer = send("POST", path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  private static long second(int fromNow) {
    return SystemTime.clock().instant().getEpochSecond() + fromNow;
  }

  private static String mail(int cross, String updated) {
    return new JsonObject()
        .put("to", new JsonObject().put("identity_id", 789))
        .put("cross_id", cross)
        .put("updated_at", updated)
        .encode();
  }

  private Topic topic(String method) {
    return Endpoint.Url.parse(method, receiver.url(DIGEST)).topic("default");
  }

  private Message peek(String key) {
    return Await.value(node.queue().peek(topic("POST"), key)).orElseThrow();
  }

  private void awaitState(String key, State state) {
    while (peek(key).state() != state) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  private void backoff(Duration time, int attempts) {
    Await.value(node.queue()
        .configure(
            topic("POST"),
            TopicSettings.builder()
                .backoff(Backoff.fixed(time))
                .maxAttempts(attempts)
                .build()));
  }

  /** The example of the original's document; only the service is where a test can receive. */
  @Test
  void digestMail_isSentOnceWithAllThatWasQueued() throws Exception {
    String queue = "/v3/queue/cross123_789/POST/" + digest() + "?update=always&ontime=";
    String first = mail(123, "2013-04-24 00:00:00");
    String second = mail(123, "2013-04-24 00:01:00");
    push(queue + second(3_600), first);
    push(queue + second(1), second);

    Received received = receiver.next();
    assertThat(received.method()).isEqualTo("POST");
    assertThat(received.uri()).isEqualTo(DIGEST);
    assertThat(received.headers()).containsEntry("content-type", "application/json");
    assertThat(received.body()).isEqualTo("[" + first + "," + second + "]");
    awaitState("cross123_789", State.DONE);
    assertThat(receiver.all()).hasSize(1);
  }

  /** Word for word, as it stands in the document, but for another day. */
  @Test
  void documentedRequests_areTaken() throws Exception {
    String queue = "/v3/queue/cross123_789/POST/"
        + "aHR0cDovLzEyNy4wLjAuMToyMzMzMy92My9ub3RpZmllci9jcm9zcy9kaWdlc3Q=";
    Topic topic = Endpoint.Url.parse("POST", "http://127.0.0.1:23333" + DIGEST).topic("default");
    push(queue + "?update=always&ontime=" + second(3_600), mail(123, "2013-04-24 00:00:00"));
    assertThat(Await.value(node.queue().stats(topic)).count(State.WAITING)).isEqualTo(1);

    assertThat(send("DELETE", queue, "").statusCode()).isEqualTo(200);
    assertThat(Await.value(node.queue().stats(topic)).count(State.WAITING)).isZero();
  }

  @Test
  void oneItem_isAnArrayToo_andWhatIsNoJsonIsAText() throws Exception {
    push("/v3/queue/k/PUT/" + digest(), "no json");

    Received received = receiver.next();
    assertThat(received.method()).isEqualTo("PUT");
    assertThat(received.body()).isEqualTo("[\"no json\"]");
  }

  @Test
  void keyWithADash_isSentOneByOneAsItIs() throws Exception {
    String path = "/v3/queue/-k/POST/" + digest() + "?ontime=" + second(2);
    push(path, "{\"n\":1}");
    push(path, "raw 2");

    assertThat(receiver.next().body()).isEqualTo("{\"n\":1}");
    assertThat(receiver.next().body()).isEqualTo("raw 2");
  }

  @Test
  void service_isReadInBothAlphabetsAndWithoutPadding() throws Exception {
    byte[] url = receiver.url("/?~~~????").getBytes(StandardCharsets.UTF_8);
    String standard = Base64.getEncoder().encodeToString(url);
    assertThat(standard).containsAnyOf("+", "/");
    push("/v3/queue/a/POST/" + standard.replace("/", "%2F").replace("+", "%2B"), "1");
    push("/v3/queue/b/POST/" + Base64.getUrlEncoder().withoutPadding().encodeToString(url), "2");

    assertThat(List.of(receiver.next().body(), receiver.next().body()))
        .containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void once_keepsTheTimeOfTheFirst_alwaysTakesThatOfTheLast() throws Exception {
    String service = "/POST/" + digest() + "?ontime=";
    long first = second(3_600);
    push("/v3/queue/k" + service + first, "1");
    push("/v3/queue/k" + service + (first + 60), "2");
    push("/v3/queue/k" + service + (first + 60) + "&update=once", "3");
    assertThat(peek("k").due().getEpochSecond()).isEqualTo(first);

    push("/v3/queue/k" + service + (first + 60) + "&update=always", "4");
    assertThat(peek("k").due().getEpochSecond()).isEqualTo(first + 60);
    push("/v3/queue/k" + service + (first - 60) + "&update=always", "5");
    assertThat(peek("k").due().getEpochSecond()).isEqualTo(first - 60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?ontime=", "?ontime=0", "?ontime=1366614150", "?ontime=-5"})
  void ontime_missingOrPast_isNow(String query) throws Exception {
    push("/v3/queue/k/POST/" + digest() + query, "1");
    assertThat(receiver.next().body()).isEqualTo("[1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b%2Fc", "%E6%91%98%E8%A6%81", "a_b:c*d", "..."})
  void key_isTakenLiterally(String key) throws Exception {
    push("/v3/queue/" + key + "/POST/" + digest(), "1");
    assertThat(receiver.next().headers().get("bide-id"))
        .isEqualTo(key.equals("a%20b%2Fc") ? "a b/c" : key);
  }

  @Test
  void failedDelivery_isKept_andTheNextPushSetsTheTime() throws Exception {
    backoff(Duration.ofHours(1), 5);
    receiver.answer(500);
    push("/v3/queue/k/POST/" + digest(), "1");
    assertThat(receiver.next().body()).isEqualTo("[1]");
    awaitState("k", State.WAITING);
    receiver.answer(204);
    push("/v3/queue/k/POST/" + digest() + "?update=once", "2");

    Received again = receiver.next();
    assertThat(again.body()).isEqualTo("[1,2]");
    assertThat(again.headers()).containsEntry("bide-attempt", "2");
  }

  @Test
  void lastFailedDelivery_isADeadLetter() throws Exception {
    backoff(Duration.ofMillis(10), 3);
    receiver.answer(503);
    push("/v3/queue/k/POST/" + digest(), "1");

    awaitState("k", State.DEAD);
    assertThat(receiver.all()).hasSize(3);
  }

  @Test
  void duringADelivery_whatComesStays_andWhatIsDeletedIsOnlyThat() throws Exception {
    AtomicReference<HttpServerRequest> open = new AtomicReference<>();
    receiver.answer(open::set);
    String queue = "/v3/queue/k/POST/" + digest();
    push(queue, "1");
    assertThat(receiver.next().body()).isEqualTo("[1]");
    push(queue, "2");
    assertThat(send("DELETE", queue, "").statusCode()).isEqualTo(200);
    push(queue, "3");
    receiver.answer(200);
    while (open.get() == null) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
    var unused = open.get().response().end();

    assertThat(receiver.next().body()).isEqualTo("[3]");
  }

  @Test
  void delete_removesWhatIsQueued_andIsFineWithNothing() throws Exception {
    String queue = "/v3/queue/cross123_789/POST/" + digest();
    push(queue + "?ontime=" + second(3_600), "1");

    HttpResponse<String> deleted = send("DELETE", queue, "");
    assertThat(deleted.statusCode()).isEqualTo(200);
    assertThat(deleted.body()).isEmpty();
    assertThat(peek("cross123_789").state()).isEqualTo(State.CANCELLED);
    assertThat(send("DELETE", queue, "").statusCode()).isEqualTo(200);
    assertThat(send("DELETE", "/v3/queue/none/POST/" + digest(), "").statusCode())
        .isEqualTo(200);
  }

  @Test
  void badInput_isAnsweredInPlainText_andNothingIsStored() throws Exception {
    Map<String, String> bad = Map.of(
        "/v3/queue/k",
        "need method",
        "/v3/queue/k/POST",
        "need service",
        "/v3/queue/k/POST/***",
        "service(***) invalid: ",
        "/v3/queue/k/POST/" + base64("no url"),
        "service(" + base64("no url") + ") invalid: ",
        "/v3/queue/k/POST/" + base64("http://10.0.0.1/"),
        "10.0.0.1 is a private address",
        "/v3/queue/k/BREW/" + digest(),
        "method(BREW) invalid: ",
        "/v3/queue/k/POST/" + digest() + "?update=never",
        "update(never) invalid: ",
        "/v3/queue/k/POST/" + digest() + "?ontime=soon",
        "ontime(soon) invalid: ",
        "/v3/queue/k/POST/" + digest() + "?ontime=99999999999999",
        "ontime(99999999999999) invalid");
    for (Map.Entry<String, String> one : bad.entrySet()) {
      HttpResponse<String> answer = send("POST", one.getKey(), "1");
      assertThat(answer.statusCode()).as(one.getKey()).isEqualTo(400);
      assertThat(answer.body()).contains(one.getValue());
      assertThat(answer.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
    }
    assertThat(Await.value(node.queue().topics(null, 1_000)).items())
        .doesNotContain(topic("POST"))
        .noneMatch(topic -> topic.name().contains("10.0.0.1"));
  }
}
