package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.MergeOptions;
import io.bide.PushHeaders;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.SigningSecret;
import io.bide.State;
import io.bide.Subscription;
import io.bide.Subscription.Format;
import io.bide.Topic;
import io.bide.engine.push.Courier.Letter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What a receiver gets. */
class LettersTest extends PushFixture {
  @Test
  void request_isTheBodyAndTellsAboutTheMessage() {
    subscribe(subscription());
    put(Put.to(ORDERS).id("order 1%ü").body(Body.of(new byte[] {1, 2, 3}, "image/png")));

    Letter letter = courier.last();
    assertThat(letter.body().bytes()).containsExactly(1, 2, 3);
    assertThat(letter.headers())
        .containsEntry("content-type", "image/png")
        .containsEntry("bide-id", "order 1%25%C3%BC")
        .containsEntry("bide-topic", "orders")
        .containsEntry("bide-attempt", "1")
        .containsEntry("bide-due", Long.toString(clock.instant().toEpochMilli()))
        .doesNotContainKeys("webhook-id", "ce-id", "bide-namespace");
  }

  @Test
  void trace_ofTheMessage_goesOnInTheRequest() {
    subscribe(subscription());
    put(Put.to(ORDERS)
        .attributes(
            Map.of("traceparent", "00-1-2-01", "tracestate", "a=b", "baggage", "secret=1")));

    assertThat(courier.last().headers())
        .containsEntry("traceparent", "00-1-2-01")
        .containsEntry("tracestate", "a=b")
        .doesNotContainKey("baggage");
  }

  @Test
  void trace_thatTheSenderGivesAsAHeader_isNotSentTwice() {
    subscribe(subscription());
    Map<String, String> attributes =
        new HashMap<>(new PushHeaders(Map.of("Traceparent", "00-3-4-01")).attributes());
    attributes.put("traceparent", "00-1-2-01");
    attributes.put("tracestate", "a=b");
    put(Put.to(ORDERS).attributes(attributes));

    assertThat(courier.last().headers())
        .containsEntry("Traceparent", "00-3-4-01")
        .doesNotContainKeys("traceparent", "tracestate");
  }

  @Test
  void merged_isOneRequestWithAnArrayInPutOrder() {
    subscribe(subscription());
    Put.Builder item = Put.to(ORDERS).id("digest").merge(MergeOptions.KEEP).delay(MINUTE);
    put(item.body(Body.json("{\"n\":1}")));
    put(item.body("two \"quoted\"\n"));
    put(item.body(Body.json("not json")));
    put(item.body(Body.of(new byte[] {(byte) 0xFF})));
    clock.advance(MINUTE);

    assertThat(courier.bodies())
        .containsExactly("[{\"n\":1},\"two \\\"quoted\\\"\\u000a\",\"not json\",\"/w==\"]");
    assertThat(courier.last().headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("bide-items", "4");
  }

  @Test
  void merged_withOneItem_isAnArrayToo() {
    subscribe(subscription());
    put(Put.to(ORDERS).merge(MergeOptions.KEEP).body(Body.json("1")));
    assertThat(courier.bodies()).containsExactly("[1]");
  }

  @Test
  void rawMerged_isOneRequestForEachItem() {
    subscribe(subscription());
    Put.Builder item =
        Put.to(ORDERS).id("-x").merge(MergeOptions.KEEP.raw(true)).delay(SECOND);
    put(item.body("a"));
    put(item.body("b"));
    clock.advance(SECOND);

    assertThat(courier.bodies()).containsExactly("a", "b");
    assertThat(stateOf("-x")).isEqualTo(State.DONE);
  }

  @Test
  void rawMerged_stopsAtTheFirstItemThatFails() {
    courier.answer(letter -> FakeCourier.status(letter.body().asText().equals("b") ? 500 : 200));
    subscribe(subscription());
    Put.Builder item =
        Put.to(ORDERS).id("-x").merge(MergeOptions.KEEP.raw(true)).delay(SECOND);
    put(item.body("a"));
    put(item.body("b"));
    put(item.body("c"));
    clock.advance(SECOND);

    assertThat(courier.bodies()).containsExactly("a", "b");
    assertThat(stateOf("-x")).isEqualTo(State.WAITING);
  }

  @Test
  void itemsThatArriveDuringACall_stayForTheNextOne() {
    courier.hold();
    subscribe(subscription());
    Put.Builder item = Put.to(ORDERS).id("digest").merge(MergeOptions.KEEP);
    put(item.body("a"));
    put(item.body("b"));
    assertThat(courier.bodies()).containsExactly("[\"a\"]");

    courier.release(0, 200);

    assertThat(courier.bodies()).containsExactly("[\"a\"]", "[\"b\"]");
  }

  @Test
  void tenThousandItems_areBroughtInBoundedBatches() {
    subscribe(subscription());
    Put.Builder item = Put.to(ORDERS).id("digest").merge(MergeOptions.KEEP).delay(MINUTE);
    for (int i = 0; i < 10_000; i++) {
      put(item.body(Body.json(Integer.toString(i))));
    }
    clock.advance(MINUTE);

    assertThat(courier.count()).isEqualTo(10);
    assertThat(courier.bodies().get(9)).startsWith("[9000,").endsWith(",9999]");
  }

  @Test
  void signature_isThatOfStandardWebhooks_forEachSecret() throws Exception {
    SigningSecret next = SigningSecret.random();
    SigningSecret before = SigningSecret.random();
    subscribe(subscription().secrets(List.of(next, before)));
    put("hello");

    Letter letter = courier.last();
    String id = letter.headers().get("webhook-id");
    String time = letter.headers().get("webhook-timestamp");
    assertThat(time).isEqualTo(Long.toString(clock.instant().getEpochSecond()));
    assertThat(letter.headers().get("webhook-signature"))
        .isEqualTo("v1," + hmac(next, id + "." + time + ".hello") + " v1,"
            + hmac(before, id + "." + time + ".hello"));
  }

  private static String hmac(SigningSecret secret, String text) throws Exception {
    byte[] key = Base64.getDecoder().decode(secret.text().substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The example of the specification's reference implementations. */
  @Test
  void signature_agreesWithOthers() {
    SigningSecret secret = SigningSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertThat(Signature.of(
            List.of(secret),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1614265330,
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void webhookId_isTheSameForARetryAndAnotherForMoreItems() {
    courier.answer(500);
    subscribe(subscription().secrets(List.of(SigningSecret.random())));
    Put.Builder item = Put.to(ORDERS).id("digest").merge(MergeOptions.KEEP);
    put(item.body("a"));
    clock.advance(SECOND);
    put(item.body("b").delay(Duration.ZERO));
    clock.advance(MINUTE);

    List<String> ids = courier.letters().stream()
        .map(letter -> letter.headers().get("webhook-id"))
        .toList();
    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(ids.get(2)).isNotEqualTo(ids.get(1));
  }

  @Test
  void webhookId_ofItemsOfTheSameMillisecond_isNotTheSame() {
    subscribe(subscription().secrets(List.of(SigningSecret.random())));
    Put.Builder item = Put.to(ORDERS)
        .id("-x")
        .merge(MergeOptions.KEEP.raw(true).itemsPerClaim(1))
        .delay(SECOND);
    for (int i = 0; i < 10; i++) {
      put(item.body("item " + i));
    }
    clock.advance(SECOND);

    assertThat(courier.letters())
        .extracting(letter -> letter.headers().get("webhook-id"))
        .hasSize(10)
        .doesNotHaveDuplicates();
  }

  @Test
  void webhookId_ofAMessageThatTookThePlaceOfAnother_isNotThatOfTheOther() {
    subscribe(subscription().secrets(List.of(SigningSecret.random())));
    courier.answer(500);
    put(Put.to(ORDERS).id("a").body("first"));
    put(Put.to(ORDERS).id("a").body("second").mode(PutMode.REPLACE));

    assertThat(courier.bodies()).containsExactly("first", "second");
    assertThat(courier.letters())
        .extracting(letter -> letter.headers().get("webhook-id"))
        .doesNotHaveDuplicates();
  }

  @Test
  void cloudEvents_haveTheirHeaders() {
    Topic topic = Topic.of("shop", "my orders");
    subscribe(
        Subscription.of(topic, subscription().build().endpoint()).format(Format.CLOUD_EVENTS));
    put(Put.to(topic).id("o1"));

    assertThat(courier.last().headers())
        .containsEntry("ce-specversion", "1.0")
        .containsEntry("ce-type", "io.bide.message.due")
        .containsEntry("ce-source", "/namespaces/shop/topics/my%20orders")
        .containsEntry("ce-subject", "o1")
        .containsEntry("ce-time", "2030-01-01T00:00:00Z")
        .containsKey("ce-id");
  }
}
