package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Message;
import io.bide.SigningSecret;
import io.bide.State;
import io.bide.Topic;
import io.bide.server.push.Receiver;
import io.bide.server.push.Receiver.Received;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a receiver sees of a server, and the server of its answers. All tests share one server. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class PushWireIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final SigningSecret OWN = SigningSecret.random();

  @TempDir
  private static Path directory;

  private static Node node;

  private final Receiver receiver = Receiver.start();

  @BeforeAll
  static void start() throws IOException {
    Path secrets = Files.writeString(directory.resolve("secrets"), OWN.text() + "\n");
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.resolve("data").toString(), "test");
    layer.set(Catalogue.PUSH_ALLOW, "127.0.0.0/8", "test");
    layer.set(Catalogue.PUSH_SECRETS, secrets.toString(), "test");
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

  private static String send(String method, String path, String body) throws Exception {
    HttpResponse<String> answer = CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return answer.body();
  }

  private void subscribe(String topic, JsonObject more) throws Exception {
    send(
        "PUT",
        "/v1/topics/" + topic + "/subscription",
        more.copy().put("url", receiver.url("/hook")).encode());
  }

  private static void put(String topic, String json) throws Exception {
    send("POST", "/v1/topics/" + topic + "/messages", json);
  }

  private static JsonObject subscription(String topic) throws Exception {
    return new JsonObject(send("GET", "/v1/topics/" + topic + "/subscription", ""));
  }

  private static Message peek(String topic, String id) {
    return Await.value(node.queue().peek(Topic.of(topic), id)).orElseThrow();
  }

  /** Spins on round trips: how long it takes is up to the machine, and the time-out interrupts it. */
  private static void awaitState(String topic, String id, State state) {
    while (peek(topic, id).state() != state) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
  }

  private static String metric(String line) throws Exception {
    return send("GET", "/metrics", "")
        .lines()
        .filter(each -> each.startsWith(line))
        .findFirst()
        .orElse("");
  }

  @Test
  void gone_disablesTheSubscription_untilItIsEnabled() throws Exception {
    receiver.answer(410);
    subscribe("gone", new JsonObject());
    put("gone", "{\"id\":\"a\",\"backoff\":{\"fixed\":\"10ms\"}}");
    while (subscription("gone").getBoolean("enabled")) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }

    assertThat(subscription("gone").getString("disabledBecause"))
        .isEqualTo("the receiver answered 410");
    while (!metric("bide_disabled_subscriptions ").matches(".* 1(\\.0)?")) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
    assertThat(metric("bide_pushes_total{namespace=\"default\",outcome=\"gone\",topic=\"gone\"}"))
        .isNotEmpty();
    receiver.answer(200);
    send("POST", "/v1/topics/gone/subscription/enable", "");
    awaitState("gone", "a", State.DONE);
  }

  @Test
  void retryAfter_saysWhenTheNextAttemptIs() throws Exception {
    receiver.answer(request ->
        request.response().setStatusCode(429).putHeader("Retry-After", "3600").end());
    subscribe("busy", new JsonObject());
    put("busy", "{\"id\":\"a\",\"backoff\":{\"fixed\":\"10ms\"}}");
    awaitState("busy", "a", State.WAITING);

    Message waiting = peek("busy", "a");
    assertThat(waiting.attempts()).isEqualTo(1);
    assertThat(Duration.between(waiting.due(), waiting.next()))
        .isGreaterThanOrEqualTo(Duration.ofHours(1));
  }

  private static String hmac(String secret, Received received) throws Exception {
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String signed = received.headers().get("webhook-id") + "."
        + received.headers().get("webhook-timestamp") + "." + received.body();
    return "v1,"
        + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
  }

  private static String rotate(String topic) throws Exception {
    return new JsonObject(send("POST", "/v1/topics/" + topic + "/subscription/rotate", ""))
        .getString("secret");
  }

  private Received pushed(String topic, String body) throws Exception {
    put(topic, new JsonObject().put("body", body).encode());
    return receiver.next();
  }

  /** Pushes until one is signed like this: that a secret has changed is told to the pusher by the way. */
  private Received signedBy(String topic, String body, String... secrets) throws Exception {
    Received received = pushed(topic, body);
    while (!signature(received, secrets).equals(received.headers().get("webhook-signature"))) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
      received = pushed(topic, body);
    }
    return received;
  }

  private static String signature(Received received, String... secrets) throws Exception {
    List<String> all = new ArrayList<>();
    for (String secret : secrets) {
      all.add(hmac(secret, received));
    }
    return String.join(" ", all);
  }

  @Test
  void signature_canBeVerifiedWithEitherSecretWhileOneTakesThePlaceOfTheOther() throws Exception {
    subscribe("signed", new JsonObject());
    assertThat(pushed("signed", "x").headers()).doesNotContainKey("webhook-signature");
    String first = rotate("signed");
    assertThat(signedBy("signed", "hällo", first).body()).isEqualTo("hällo");

    String second = rotate("signed");
    assertThat(signedBy("signed", "world", second, first).body()).isEqualTo("world");

    String third = rotate("signed");
    Received later = signedBy("signed", "again", third, second);
    assertThat(later.headers().get("webhook-signature")).doesNotContain(hmac(first, later));
  }

  @Test
  void ownEndpoint_isSignedWithTheSecretsOfTheSetting() throws Exception {
    send(
        "POST",
        "/v1/push",
        new JsonObject().put("url", receiver.url("/own")).put("body", "x").encode());

    Received received = receiver.next();
    assertThat(received.headers()).containsEntry("webhook-signature", hmac(OWN.text(), received));
  }

  @Test
  void cloudEvent_isABinaryOne() throws Exception {
    subscribe("events", new JsonObject().put("format", "cloud-events"));
    put("events", "{\"id\":\"o 1\",\"body\":{\"close\":1}}");

    Received received = receiver.next();
    assertThat(received.body()).isEqualTo("{\"close\":1}");
    assertThat(received.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("ce-specversion", "1.0")
        .containsEntry("ce-type", "io.bide.message.due")
        .containsEntry("ce-source", "/namespaces/default/topics/events")
        .containsEntry("ce-subject", "o 1")
        .containsKey("ce-id");
    assertThat(Instant.parse(received.headers().get("ce-time")).toEpochMilli())
        .isEqualTo(Long.parseLong(received.headers().get("bide-due")));
  }

  @Test
  void merged_isOneRequest_andWhatComesMeanwhileTheNext() throws Exception {
    AtomicReference<HttpServerRequest> open = new AtomicReference<>();
    receiver.answer(open::set);
    put("mails", "{\"id\":\"k\",\"mode\":\"merge\",\"body\":1,\"delay\":\"1h\"}");
    put("mails", "{\"id\":\"k\",\"mode\":\"merge\",\"body\":2,\"merge\":{\"due\":\"move\"}}");
    subscribe("mails", new JsonObject());
    assertThat(receiver.next().body()).isEqualTo("[1,2]");

    put("mails", "{\"id\":\"k\",\"mode\":\"merge\",\"body\":3}");
    receiver.answer(200);
    answer(open);

    assertThat(receiver.next().body()).isEqualTo("[3]");
  }

  /** The request is remembered a moment before its answer is asked for. */
  private static void answer(AtomicReference<HttpServerRequest> open) {
    while (open.get() == null) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
    }
    var unused = open.get().response().end();
  }

  @Test
  void pausedTopic_isPushedWhenItIsResumed() throws Exception {
    subscribe("paused", new JsonObject());
    send("POST", "/v1/topics/paused/pause", "");
    put("paused", "{\"id\":\"a\"}");
    awaitState("paused", "a", State.READY); // It is due in the next millisecond.
    assertThat(receiver.all()).isEmpty();

    send("POST", "/v1/topics/paused/resume", "");
    assertThat(receiver.next().headers()).containsEntry("bide-id", "a");
  }

  @Test
  void metrics_tellHowPushesEnded_andHowLongTheyTook() throws Exception {
    receiver.answer(500);
    subscribe("failing", new JsonObject());
    put("failing", "{\"id\":\"a\",\"maxAttempts\":1}");
    awaitState("failing", "a", State.DEAD);
    receiver.answer(200);
    put("failing", "{\"id\":\"b\"}");
    awaitState("failing", "b", State.DONE);

    assertThat(metric(
            "bide_pushes_total{namespace=\"default\",outcome=\"rejected\",topic=\"failing\"}"))
        .matches(".* 1(\\.0)?");
    assertThat(metric(
            "bide_pushes_total{namespace=\"default\",outcome=\"delivered\",topic=\"failing\"}"))
        .matches(".* 1(\\.0)?");
    assertThat(metric("bide_push_duration_seconds_count{namespace=\"default\",topic=\"failing\"}"))
        .matches(".* 2(\\.0)?");
  }
}
