package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Endpoint;
import io.bide.Event;
import io.bide.PushHeaders;
import io.bide.PushReport.Outcome;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.SigningSecret;
import io.bide.State;
import io.bide.Subscription;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that bring their own endpoint. */
class OwnEndpointTest extends PushFixture {
  private static final Topic ANY = Topic.of("any");

  private static Put.Builder message() {
    return Put.to(ANY);
  }

  @Test
  void message_goesToTheTopicOfItsEndpoint_andIsDeliveredThere() {
    PutResult.Stored stored = push("https://example.com/a?b=c", message().body("x"));

    assertThat(stored.topic().name()).matches("push/POST/example\\.com/[0-9a-f]{32}");
    assertThat(courier.last().url()).hasToString("https://example.com/a?b=c");
    assertThat(peek(stored.topic(), stored.id()).state()).isEqualTo(State.DONE);
  }

  @Test
  void headers_areThoseOfTheMessage() {
    Put put = message()
        .build()
        .pushedTo(
            Endpoint.Url.parse("PUT", HOOK), new PushHeaders(Map.of("Authorization", "Bearer x")));
    engine.put(put).join();

    assertThat(courier.last().method()).isEqualTo("PUT");
    assertThat(courier.last().headers()).containsEntry("Authorization", "Bearer x");
  }

  @Test
  void namespace_isKept() {
    PutResult.Stored stored = push(HOOK, Put.to(Topic.of("shop", "any")));

    assertThat(stored.topic().namespace()).isEqualTo("shop");
    assertThat(courier.last().headers()).containsEntry("bide-namespace", "shop");
  }

  @Test
  void endpoint_withoutMessages_costsNothing() {
    push(HOOK, message());
    assertThat(pusher.lanes()).isEqualTo(1);

    clock.advance(MINUTE);

    assertThat(pusher.lanes()).isZero();
    assertThat(engine.waitingClaims()).isZero();
  }

  @Test
  void farAway_isNotWaitedForByAClaim_andDeliveredInTime() {
    push(HOOK, message().delay(Duration.ofHours(5)));
    clock.advance(Duration.ofHours(4));
    assertThat(engine.waitingClaims()).isZero();

    clock.advance(Duration.ofHours(1).minusMillis(1));
    assertThat(courier.count()).isZero();
    clock.advance(Duration.ofMillis(1));

    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void earlierMessage_wakesAnEndpointThatSleeps() {
    push(HOOK, message().delay(Duration.ofHours(5)));
    clock.advance(Duration.ofHours(1));

    push(HOOK, message().delay(SECOND));
    clock.advance(SECOND);

    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void manyEndpoints_areServed() {
    for (int i = 0; i < 1_000; i++) {
      push("https://example.com/" + i, message().delay(Duration.ofSeconds(i % 60)));
    }
    clock.advance(Duration.ofMinutes(2));

    assertThat(courier.count()).isEqualTo(1_000);
    assertThat(pusher.lanes()).isZero();
  }

  @Test
  void endpointThatNeverAnswers_delaysNoOther() {
    courier.answer(letter -> letter.url().getPath().equals("/dead")
        ? new CompletableFuture<>()
        : FakeCourier.status(200));
    for (int i = 0; i < 100; i++) {
      push("https://example.com/dead", message());
    }
    for (int i = 0; i < 100; i++) {
      push("https://example.com/alive", message());
    }

    assertThat(courier.letters())
        .filteredOn(letter -> letter.url().getPath().equals("/alive"))
        .hasSize(100);
    assertThat(courier.unanswered()).isEqualTo(PushConfig.DEFAULT.concurrency());
  }

  @Test
  void gone_isRememberedForTheEndpoint() {
    courier.answer(410);
    PutResult.Stored stored = push(HOOK, message());
    push(HOOK, message());
    clock.advance(Duration.ofHours(1));

    Subscription disabled = pusher.subscriptions().find(stored.topic()).join().orElseThrow();
    assertThat(disabled.enabled()).isFalse();
    assertThat(courier.count()).isLessThanOrEqualTo(2);
  }

  @Test
  void gone_andEnabledAgain_isDelivered() {
    courier.answer(410);
    PutResult.Stored stored = push(HOOK, message());
    clock.advance(Duration.ofHours(1));
    courier.answer(200);

    pusher.subscriptions().change(stored.topic(), Subscription::enable).join();
    clock.advance(SECOND);

    assertThat(peek(stored.topic(), stored.id()).state()).isEqualTo(State.DONE);
  }

  @Test
  void gone_andEnabledAgain_isSignedAsBefore() {
    start(PushConfig.DEFAULT.ownEndpoints(1, MINUTE, List.of(SigningSecret.random())));
    courier.answer(410);
    PutResult.Stored stored = push(HOOK, message());
    assertThat(courier.last().headers()).containsKey("webhook-signature");
    courier.answer(200);

    pusher.subscriptions().change(stored.topic(), Subscription::enable).join();
    clock.advance(MINUTE);

    assertThat(courier.count()).isEqualTo(2);
    assertThat(courier.last().headers()).containsKey("webhook-signature");
  }

  /** Put by somebody who knows how endpoints are written, past all checks of a push. */
  @ParameterizedTest
  @CsvSource({
    "bide.push.header.X-A, 'a\\r\\nX-B: b'",
    "bide.push.header.Host, example.org",
    "bide.push.method, 'GET / HTTP/1.1\\r\\nX: '",
    "bide.push.url, 'http://user@127.0.0.1/'"
  })
  void attributesThatAreNoEndpoint_areUndeliverable(String name, String value) {
    Map<String, String> attributes = new HashMap<>(Map.of("bide.push.url", HOOK));
    attributes.put(name, value.replace("\\r", "\r").replace("\\n", "\n"));
    put(Put.to("push/mine").maxAttempts(1).attributes(attributes));

    assertThat(courier.count()).isZero();
    assertThat(told(Event.Pushed.class).get(0).report().outcome()).isEqualTo(Outcome.UNDELIVERABLE);
  }

  @Test
  void messageWithoutAnEndpoint_isUndeliverableAndSaysSo() {
    put(Put.to("push/somewhere").maxAttempts(1));

    assertThat(told(Event.Pushed.class).get(0).report().outcome()).isEqualTo(Outcome.UNDELIVERABLE);
    assertThat(courier.count()).isZero();
  }

  @Test
  void deathNotices_areNotPushed() {
    Topic topic = Endpoint.Url.parse("POST", HOOK).topic("default");
    engine.configure(topic, TopicSettings.builder().deathNotices(true).build()).join();
    courier.answer(500);
    push(HOOK, message().maxAttempts(1));
    courier.answer(200);
    clock.advance(Duration.ofMinutes(5));

    assertThat(courier.count()).isEqualTo(1);
    assertThat(engine.stats(topic.deathNotices()).join().count(State.READY)).isEqualTo(1);
  }

  @Test
  void serviceWithoutADirectory_isUndeliverable() {
    Put put = message()
        .build()
        .pushedTo(new Endpoint.Service("POST", "mailer", null, "/work"), PushHeaders.NONE);
    engine.put(put).join();

    assertThat(told(Event.Pushed.class).get(0).report().detail()).contains("no service directory");
  }
}
