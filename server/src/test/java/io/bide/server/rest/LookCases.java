package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One message by its id, and pages of them. */
interface LookCases extends RestBench {
  @Test
  default void peek_ofNothing_isUnknown() {
    client().get(MESSAGES + "/none").is(404, "unknown-message");
    client().get(MESSAGES + "?id=none").is(404, "unknown-message");
  }

  @Test
  default void head_ofAMessage_answersWithoutContent() {
    put("{\"id\":\"a\"}");

    RestClient.Answer head = client().send("HEAD", MESSAGES + "/a", "").is(200);

    assertThat(head.text()).isEmpty();
    assertThat(head.header("content-length"))
        .isEqualTo(String.valueOf(peek("a").text().length()));
    client().send("HEAD", MESSAGES + "/b", "").is(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b",
        "/",
        "ü 😀",
        "50%",
        "a+b",
        "a?b#c&d=e",
        "..",
        ".",
        "claims",
        "%2F",
        "a;b",
        "\""
      })
  default void ids_ofAnyText_areFoundInPathAndQuery(String id) {
    String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    String inPath =
        encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
    put(OpenApi.MAPPER.writeValueAsString(java.util.Map.of("id", id, "delay", "1m")));

    client().get(MESSAGES + "?id=" + encoded).is(200).has("/id", id);
    client().get(MESSAGES + "/" + inPath).is(200).has("/id", id);
    client().send("PATCH", MESSAGES + "?id=" + encoded, "{\"delay\":0}").is(200);
    client().delete(MESSAGES + "/" + inPath).is(200);
    client().delete(MESSAGES + "?id=" + encoded).is(409, "ended");
  }

  @Test
  default void cancel_tellsTheTrueOutcome() {
    put("{\"id\":\"a\"}");
    put("{\"id\":\"b\"}");
    String receipt = receipt();

    client().delete(MESSAGES + "/a").is(409, "leased").has("/state", "leased");
    client()
        .delete(MESSAGES + "?id=a&whenLeased=void")
        .is(200)
        .has("/status", "cancelled")
        .has("/state", "cancelled");
    client().post("/v1/acks", withReceipt(receipt)).is(409);
    client().delete(MESSAGES + "/b?whenLeased=refuse").is(200);
    client().delete(MESSAGES + "/b").is(409, "ended").has("/state", "cancelled");
    client().delete(MESSAGES + "/none").is(404, "unknown-message");
  }

  @Test
  default void cancel_ofALeasedMergedMessage_saysHowManyItemsItRemoved() {
    put("{\"id\":\"a\",\"mode\":\"merge\"}");
    receipt();
    put("{\"id\":\"a\",\"mode\":\"merge\"}");

    client().delete(MESSAGES + "/a").is(409, "leased").has("/itemsRemoved", 1);
  }

  @Test
  default void erase_removesEveryTrace() {
    put("{\"id\":\"a\"}");

    client()
        .delete(MESSAGES + "/a?erase=true")
        .is(200)
        .has("/status", "erased")
        .has("/state", "ready");
    client().get(MESSAGES + "/a").is(404);
    client().delete(MESSAGES + "/a?erase=true").is(404, "unknown-message");
    client()
        .wrong("DELETE", MESSAGES + "/a?erase=true&whenLeased=void", "")
        .is(400)
        .has("/field", "whenLeased");
  }

  @Test
  default void reschedule_tellsTheTrueOutcome() {
    put("{\"id\":\"a\",\"delay\":\"1h\"}");

    client()
        .send("PATCH", MESSAGES + "/a", "{\"delay\":\"2h\"}")
        .is(200)
        .has("/status", "rescheduled")
        .has("/due", now() + 7_200_000)
        .has("/state", "waiting");
    client()
        .send("PATCH", MESSAGES + "?id=a", "{\"due\":\"front\"}")
        .is(200)
        .has("/state", "ready");
    String receipt = receipt();
    client().send("PATCH", MESSAGES + "/a", "{\"due\":0}").is(409, "leased");
    client().post("/v1/acks", withReceipt(receipt)).is(200);
    client().send("PATCH", MESSAGES + "/a", "{\"due\":0}").is(409, "ended").has("/state", "done");
    client().send("PATCH", MESSAGES + "/b", "{\"due\":0}").is(404, "unknown-message");
    client().wrong("PATCH", MESSAGES + "/b", "{}").is(400, "invalid").has("/field", "due");
    client().wrong("PATCH", MESSAGES + "/b", "{\"due\":0,\"delay\":0}").is(400, "invalid");
  }

  @Test
  default void messages_withoutAnId_canOnlyBeBrowsed() {
    client().wrong("DELETE", MESSAGES, "").is(400, "invalid").has("/field", "id");
    client().wrong("PATCH", MESSAGES, "{\"due\":0}").is(400, "invalid").has("/field", "id");
    client().get(MESSAGES).is(200).has("/messages", "[]").hasNo("/cursor");
  }

  @Test
  default void browse_showsOneStatePageByPage() {
    for (int i = 0; i < 5; i++) {
      put("{\"id\":\"m" + i + "\",\"delay\":" + (i + 1) * 1_000 + ",\"body\":\"x\"}");
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      RestClient.Answer page =
          client().get(MESSAGES + "?limit=2&state=waiting" + cursor).is(200);
      page.json().get("messages").forEach(message -> seen.add(message.get("id").asString()));
      page.hasNo("/messages/0/body");
      cursor = page.at("/cursor").isEmpty()
          ? ""
          : "&cursor=" + URLEncoder.encode(page.at("/cursor"), StandardCharsets.UTF_8);
    } while (!cursor.isEmpty());

    assertThat(seen).containsExactly("m0", "m1", "m2", "m3", "m4");
    client().get(MESSAGES + "?bodies=true&limit=1").has("/messages/0/body", "x");
    client().get(MESSAGES + "?state=ready").has("/messages", "[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "!",
        "AA",
        "AAAA",
        "AQ",
        "/w",
        "1:2",
        "1:2:3",
        "a%0Ab",
        "%00",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  default void cursor_ofAnyText_isRefusedOrTaken(String cursor) {
    put("{\"delay\":1000}");
    kill("a");
    List<String> paths = List.of(
        "/v1/topics?cursor=",
        MESSAGES + "?cursor=",
        MESSAGES + "?state=ready&cursor=",
        MESSAGES + "?state=dead&cursor=");

    for (String path : paths) {
      assertThat(client().wrong("GET", path + cursor, "").status()).isIn(200, 400);
    }
    String body = "{\"cursor\":\"" + cursor.replace('%', '_') + "\"}";
    assertThat(client().wrong("POST", "/v1/topics/orders/redrive", body).status())
        .isIn(200, 400);
  }

  @Test
  default void browse_betweenTimes_showsWhatIsDueThen() {
    put("{\"id\":\"a\",\"delay\":1000}");
    put("{\"id\":\"b\",\"delay\":2000}");
    put("{\"id\":\"c\",\"delay\":3000}");

    client()
        .get(MESSAGES + "?from=" + (now() + 2_000) + "&to=2030-01-01T00:00:03Z")
        .has("/messages/0/id", "b")
        .hasNo("/messages/1");
  }

  @Test
  default void browse_ofEndedOnes_showsWhyAndWhen() {
    put("{\"id\":\"a\",\"ttl\":1000}");
    advance(Duration.ofSeconds(2));

    client()
        .get(MESSAGES + "?state=expired")
        .has("/messages/0/cause", "ttl")
        .has("/messages/0/ended", now() - 1_000);
  }

  @Test
  default void namespaces_areApart() {
    String other = "/v1/namespaces/eu%20west/topics/orders";
    client()
        .post(other + "/messages", "{\"id\":\"a\",\"body\":\"x\"}")
        .is(201)
        .has("/namespace", "eu west");

    client().get(MESSAGES + "/a").is(404);
    client().get("/v1/namespaces/default/topics/orders/messages/a").is(404);
    client()
        .get(other + "/messages/a")
        .is(200)
        .has("/namespace", "eu west")
        .has("/topic", "orders");
    client().get(other + "/messages?id=a").is(200);
    client().get(other + "/messages?state=ready").has("/messages/0/id", "a");
    client().send("PATCH", other + "/messages/a", "{\"due\":0}").is(200);
    client().send("PATCH", other + "/messages?id=a", "{\"due\":0}").is(200);
    RestClient.Answer claimed =
        client().post("/v1/namespaces/eu%20west/claims", "{\"topics\":[\"orders\"]}");
    claimed.has("/messages/0/namespace", "eu west");
    client()
        .post(
            "/v1/releases",
            "{\"receipt\":\"" + claimed.at("/messages/0/receipt") + "\",\"delay\":0}")
        .is(200);
    String receipt = client().post(other + "/claims", "").at("/messages/0/receipt");
    client().post("/v1/acks", withReceipt(receipt)).is(200).has("/state", "done");
    client().delete(other + "/messages/a").is(409, "ended");
    client().delete(other + "/messages?id=a").is(409, "ended");
  }
}
