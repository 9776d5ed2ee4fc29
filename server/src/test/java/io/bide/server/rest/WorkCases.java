package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims that do and do not wait, and settling what they hand out. */
interface WorkCases extends RestBench {
  @Test
  default void claim_ofNothing_answersAnEmptyList() {
    claim("").has("/now", now()).has("/messages", "[]");
    claim("{}").has("/messages", "[]");
  }

  @Test
  default void claim_ofWhatIsDue_handsItOutWithAReceipt() {
    put("{\"id\":\"a\",\"body\":\"x\",\"ttl\":\"1h\",\"attributes\":{\"k\":\"v\"}}");

    claim("{\"lease\":\"10s\",\"max\":5,\"maxItems\":3}")
        .has("/messages/0/id", "a")
        .has("/messages/0/topic", "orders")
        .has("/messages/0/attempt", 1)
        .has("/messages/0/maxAttempts", 16)
        .has("/messages/0/created", now())
        .has("/messages/0/due", now())
        .has("/messages/0/leaseEnd", now() + 10_000)
        .has("/messages/0/expiry", now() + 3_600_000)
        .has("/messages/0/attributes/k", "v")
        .has("/messages/0/ttl", 3_600_000)
        .hasNo("/messages/0/lease")
        .hasNo("/messages/1");
  }

  @Test
  default void claim_ofAnId_handsOutThatMessage() {
    put("{\"id\":\"a\"}");
    put("{\"id\":\"b/ü\"}");

    claim("{\"id\":\"b/ü\"}").has("/messages/0/id", "b/ü").hasNo("/messages/1");
  }

  @Test
  default void claim_ofSeveralTopics_takesThemInOrder() {
    client().post("/v1/topics/low/messages", "{\"id\":\"l\"}").is(201);
    client().post("/v1/topics/high/messages", "{\"id\":\"h\"}").is(201);

    client()
        .post("/v1/claims", "{\"topics\":[\"high\",\"low\"],\"max\":2}")
        .is(200)
        .has("/messages/0/topic", "high")
        .has("/messages/1/topic", "low");
  }

  @Test
  default void claim_ofAnAtMostOnceTopic_givesNoReceipt() {
    client().send("PUT", "/v1/topics/orders", "{\"delivery\":\"at-most-once\"}").is(200);
    put("{\"id\":\"a\"}");

    claim("").has("/messages/0/id", "a").hasNo("/messages/0/receipt").hasNo("/messages/0/leaseEnd");
    peek("a").has("/state", "done").has("/cause", "acked");
  }

  @Test
  default void claim_thatWaits_isServedByAPut() {
    CompletableFuture<RestClient.Answer> waiting = park("{\"wait\":\"60s\"}");

    put("{\"id\":\"a\"}");

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
    waiting.join().is(200).has("/messages/0/id", "a");
  }

  @Test
  default void claim_thatWaits_isServedAtTheDueTime() {
    put("{\"id\":\"a\",\"delay\":\"5s\"}");
    CompletableFuture<RestClient.Answer> waiting = park("{\"wait\":60000}");

    advance(Duration.ofMillis(4_999));
    claim("").has("/messages", "[]");
    assertThat(waiting).isNotDone();
    advance(Duration.ofMillis(1));

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
    waiting.join().has("/messages/0/id", "a").has("/now", now());
  }

  @Test
  default void claim_thatWaitsInVain_answersAnEmptyList() {
    CompletableFuture<RestClient.Answer> waiting = park("{\"wait\":\"3m\"}");

    advance(Duration.ofMinutes(3));

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
    waiting.join().is(200).has("/messages", "[]");
  }

  @Test
  default void claim_thatWaitsTooLong_isRefused() {
    client().post(CLAIMS, "{\"wait\":180001}").is(413, "too-large").has("/field", "wait");
    client().post(CLAIMS, "{\"max\":1001}").is(413, "too-large").has("/field", "max");
  }

  @Test
  default void claim_takenBackByItsTicket_isAnsweredWithNothing() {
    CompletableFuture<RestClient.Answer> waiting = park("{\"wait\":\"60s\",\"ticket\":\"t-1\"}");
    client().post(CLAIMS, "{\"wait\":\"60s\",\"ticket\":\"t-1\"}").is(400, "invalid");

    client().delete("/v1/claims/t-1").is(200).has("/status", "taken-back");

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
    waiting.join().is(200).has("/now", now()).has("/messages", "[]");
    awaitParked(0);
    put("{\"id\":\"a\"}");
    claim("{\"ticket\":\"t-1\"}").has("/messages/0/attempt", 1);
    client().delete("/v1/claims/t-1").is(404, "unknown-claim");
  }

  @Test
  default void claim_withAMalformedTicket_isRefused() {
    String tooLong = "{\"ticket\":\"" + "x".repeat(65) + "\"}";
    client().wrong("POST", CLAIMS, tooLong).is(400, "invalid").has("/field", "ticket");
    client().wrong("POST", CLAIMS, "{\"ticket\":\"\"}").is(400, "invalid").has("/field", "ticket");
  }

  @Test
  default void unclaim_ofAReceipt_isAsIfItHadNotBeenClaimed() {
    put("{\"id\":\"a\"}");
    String receipt = receipt();

    client().post("/v1/unclaims", withReceipt(receipt)).is(200).has("/state", "ready");

    client().post("/v1/unclaims", withReceipt(receipt)).is(409, "stale-receipt");
    claim("").has("/messages/0/attempt", 1);
  }

  @Test
  default void ack_ofAReceipt_endsTheMessage() {
    put("{\"id\":\"a\"}");

    String receipt = receipt();
    client()
        .post("/v1/acks", withReceipt(receipt))
        .is(200)
        .has("/status", "ok")
        .has("/state", "done");
    client().post("/v1/acks", withReceipt(receipt)).is(409, "ended").has("/state", "done");
  }

  @Test
  default void ack_ofAnOldReceipt_isRefused() {
    put("{\"id\":\"a\"}");
    String receipt = receipt();
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt + "\",\"delay\":0}")
        .is(200);

    client().post("/v1/acks", withReceipt(receipt)).is(409, "stale-receipt").has("/state", "ready");
  }

  @Test
  default void ack_ofAnErasedMessage_isUnknown() {
    put("{\"id\":\"a\"}");
    String receipt = receipt();
    client().delete(MESSAGES + "/a?erase=true").is(200);

    client().post("/v1/acks", withReceipt(receipt)).is(404, "unknown-message").hasNo("/state");
  }

  @Test
  default void ack_byId_actsInTheStatesNamed() {
    put("{\"id\":\"a\"}");

    client()
        .post("/v1/acks", "{\"topic\":\"orders\",\"id\":\"a\"}")
        .is(409, "wrong-state")
        .has("/state", "ready");
    client()
        .post("/v1/acks", "{\"topic\":\"orders\",\"id\":\"a\",\"states\":[\"ready\",\"leased\"]}")
        .is(200)
        .has("/state", "done");
    client()
        .post("/v1/acks", "{\"namespace\":\"other\",\"topic\":\"orders\",\"id\":\"a\"}")
        .is(404, "unknown-message");
  }

  @Test
  default void release_ofAReceipt_answersWhenItComesBack() {
    put("{\"id\":\"a\"}");

    client()
        .post("/v1/releases", withReceipt(receipt()))
        .is(200)
        .has("/state", "waiting")
        .has("/next", now() + 1_000);
    advance(Duration.ofSeconds(1));
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt() + "\",\"due\":\"front\"}")
        .has("/state", "ready");
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt() + "\",\"delay\":\"2h\"}")
        .has("/next", now() + 7_200_000);
  }

  @Test
  default void unclaim_untilLater_answersWhenItComesBack() {
    put("{\"id\":\"a\"}");

    client()
        .post("/v1/unclaims", "{\"receipt\":\"" + receipt() + "\",\"delay\":\"2h\"}")
        .is(200)
        .has("/state", "waiting")
        .has("/next", now() + 7_200_000);
  }

  @Test
  default void release_asTheLastAttempt_isDead() {
    put("{\"id\":\"a\"}");

    String receipt = receipt();
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt + "\",\"last\":true,\"delay\":1}")
        .is(400, "invalid");
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt + "\",\"last\":true}")
        .is(200)
        .has("/state", "dead");
  }

  @Test
  default void extend_ofAReceipt_answersTheLeaseEnd() {
    put("{\"id\":\"a\"}");

    client()
        .post("/v1/extensions", "{\"receipt\":\"" + receipt() + "\",\"lease\":\"10m\"}")
        .is(200)
        .has("/state", "leased")
        .has("/next", now() + 600_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/acks", "/v1/releases", "/v1/extensions", "/v1/unclaims"})
  default void settle_ofAnArray_answersItemByItem(String path) {
    put("{\"id\":\"a\"}");
    put("{\"id\":\"b\"}");
    String lease = path.endsWith("extensions") ? ",\"lease\":1000" : "";
    String good = "{\"receipt\":\"" + receipt() + "\"" + lease + "}";
    String byId = "{\"topic\":\"orders\",\"id\":\"b\"" + lease + "}";
    String unknown = "{\"topic\":\"orders\",\"id\":\"none\"" + lease + "}";
    String bad = "{\"receipt\":\"garbage\"" + lease + "}";

    client()
        .post(path, "[" + String.join(",", good, bad, byId, unknown) + "]")
        .is(200)
        .has("/results/0/status", "ok")
        .has("/results/1/status", "failed")
        .has("/results/1/error/field", "receipt")
        .has("/results/2/status", "wrong-state")
        .has("/results/2/state", "ready")
        .has("/results/3/status", "unknown-message")
        .hasNo("/results/4");
  }

  @Test
  default void settle_ofTheSameReceiptTwice_refusesTheSecond() {
    put("{\"id\":\"a\"}");
    put("{\"id\":\"b\"}");
    String a = withReceipt(receipt());
    String b = withReceipt(receipt());

    client().post("/v1/acks", "[" + a + "," + a + "]").has("/results/1/status", "ended");
    client()
        .post("/v1/releases", "[" + b + "," + b + "]")
        .has("/results/1/status", "stale-receipt");
  }

  @Test
  default void settle_withReceiptAndId_isRefused() {
    client()
        .wrong("POST", "/v1/acks", "{\"receipt\":\"x\",\"id\":\"a\"}")
        .is(400, "invalid")
        .has("/field", "receipt");
    client().wrong("POST", "/v1/acks", "{}").is(400, "invalid").has("/field", "receipt");
    client()
        .wrong("POST", "/v1/extensions", "{\"topic\":\"a\",\"id\":\"a\"}")
        .is(400, "invalid")
        .has("/field", "lease");
  }
}
