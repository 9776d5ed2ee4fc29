package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts, and what becomes of their fields. */
interface PutCases extends RestBench {
  @Test
  default void put_ofOneMessage_answersWhatWasStored() {
    put("{\"id\":\"a\",\"body\":\"hello\",\"delay\":\"3s\"}")
        .has("/status", "stored")
        .has("/id", "a")
        .has("/topic", "orders")
        .has("/created", now())
        .has("/due", now() + 3_000)
        .hasNo("/namespace")
        .hasNo("/items");
  }

  @Test
  default void put_withoutAnything_storesAnEmptyMessageUnderANewId() {
    String id = put("{}").at("/id");

    peek(id).has("/bodyBase64", "").has("/contentType", "application/octet-stream");
  }

  @Test
  default void put_withEveryField_isShownByPeek() {
    put("{\"id\":\"a\",\"body\":[1,2],\"contentType\":\"application/vnd.x+json\",\"attributes\":"
        + "{\"type\":\"mail\",\"é\":\"ü\"},\"due\":\"2030-01-01T01:00:00+01:00\",\"ttl\":\"1h30m\","
        + "\"lease\":5000,\"maxAttempts\":3,\"mode\":\"reject\",\"token\":\"t\",\"backoff\":"
        + "{\"exponential\":{\"initial\":\"1s\",\"max\":\"1m\",\"jitter\":0.5}}}");

    peek("a")
        .has("/state", "ready")
        .has("/body", "[1,2]")
        .has("/contentType", "application/vnd.x+json")
        .has("/attributes/type", "mail")
        .has("/attributes/é", "ü")
        .has("/due", now())
        .has("/next", now())
        .has("/ttl", 5_400_000)
        .has("/expiry", now() + 5_400_000)
        .has("/lease", 5_000)
        .has("/attempts", 0)
        .has("/maxAttempts", 3)
        .has("/backoff", "{\"exponential\":{\"initial\":1000,\"max\":60000,\"jitter\":0.5}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"immediate\"",
        "{\"fixed\":5000}",
        "{\"schedule\":[120000,600000]}",
        "{\"exponential\":{\"initial\":1000,\"max\":60000}}"
      })
  default void put_withABackoff_isShownInTheSameWords(String backoff) {
    put("{\"id\":\"a\",\"backoff\":" + backoff + "}");

    peek("a").has("/backoff", backoff.replace("\"immediate\"", "immediate"));
  }

  @Test
  default void put_withAScheduleInShort_isShownAtLength() {
    put("{\"id\":\"a\",\"backoff\":\"2m, 10m,1h\"}");

    peek("a").has("/backoff", "{\"schedule\":[120000,600000,3600000]}").has("/maxAttempts", 4);
  }

  @Test
  default void put_withUnlimitedAttempts_saysSo() {
    put("{\"id\":\"a\",\"maxAttempts\":\"unlimited\"}");

    peek("a").has("/maxAttempts", "unlimited");
    claim("").has("/messages/0/maxAttempts", "unlimited");
  }

  @Test
  default void put_dueAtTheFront_goesBeforeTheOthers() {
    put("{\"id\":\"a\"}");
    put("{\"id\":\"b\",\"due\":\"front\"}");

    claim("{\"max\":2}").has("/messages/0/id", "b").has("/messages/1/id", "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"b\" : 1.50 , \"a\":[ ],\"a\":null }",
        "[]",
        "12345678901234567890.123e5",
        "true",
        "null",
        "{\"deep\":[[[[[[\"\\u00e9\\ud83d\\ude00é😀\"]]]]]]}",
        "-0.0"
      })
  default void put_ofJson_comesBackByteForByte(String json) {
    put("{\"id\":\"a\", \"body\": " + json + " ,\"delay\":0}");

    RestClient.Answer claimed = claim("").has("/messages/0/contentType", "application/json");
    assertThat(claimed.text()).contains("\"body\":" + json + ",");
    assertThat(peek("a").text()).contains("\"body\":" + json + ",");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "é😀\u2028",
        "quote \\\" and \\\\ and \\/",
        "\\u0000\\n\\t\\u001f\\u007f"
      })
  default void put_ofText_comesBackAsTheSameText(String escaped) {
    put("{\"id\":\"a\",\"body\":\"" + escaped + "\"}");

    String expected = OpenApi.MAPPER.readTree("\"" + escaped + "\"").asString();
    claim("")
        .has("/messages/0/body", expected)
        .has("/messages/0/contentType", "text/plain; charset=utf-8");
  }

  @Test
  default void put_ofTextWithAJsonType_keepsTheQuotes() {
    put("{\"id\":\"a\",\"contentType\":\"Application/JSON; charset=utf-8\",\"body\":\"x\\u00e9\"}");

    assertThat(claim("").text()).contains("\"body\":\"x\\u00e9\",");
  }

  @Test
  default void put_ofTextWithAnotherType_isText() {
    put("{\"id\":\"a\",\"contentType\":\"text/xml\",\"body\":\"<a/>\"}");

    claim("").has("/messages/0/body", "<a/>").has("/messages/0/contentType", "text/xml");
  }

  @Test
  default void put_ofBytes_comesBackAsTheSameBytes() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    String base64 = Base64.getEncoder().encodeToString(all);
    put("{\"id\":\"a\",\"bodyBase64\":\"" + base64 + "\"}");

    claim("").has("/messages/0/bodyBase64", base64).hasNo("/messages/0/body");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nojson", "{}{}", "\uFEFF{}", "", "{\"a\":", "[1,]", "\u0000"})
  default void put_ofBytesThatAreNoJsonWithAJsonType_comesBackAsBytes(String bytes) {
    String base64 = Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.UTF_8));
    put("{\"id\":\"a\",\"contentType\":\"application/json\",\"bodyBase64\":\"" + base64 + "\"}");

    claim("").has("/messages/0/bodyBase64", base64);
  }

  @Test
  default void put_ofJsonThatIsDeeperThanARequestMayBe_comesBackAsBytes() {
    String deep = "[".repeat(100) + "]".repeat(100);
    String base64 = Base64.getEncoder().encodeToString(deep.getBytes(StandardCharsets.UTF_8));
    put("{\"id\":\"a\",\"contentType\":\"application/json\",\"bodyBase64\":\"" + base64 + "\"}");

    claim("").has("/messages/0/bodyBase64", base64);
  }

  @Test
  default void put_ofALiveId_isADuplicateThatShowsTheStoredMessage() {
    put("{\"id\":\"a\",\"body\":\"secret\",\"attributes\":{\"k\":\"v\"},\"delay\":\"1m\"}");

    client()
        .post(MESSAGES, "{\"id\":\"a\"}")
        .is(409, "duplicate")
        .has("/message/id", "a")
        .has("/message/state", "waiting")
        .has("/message/attributes/k", "v")
        .hasNo("/message/body");
    client()
        .post(MESSAGES + "?bodies=true", "{\"id\":\"a\"}")
        .is(409, "duplicate")
        .has("/message/body", "secret");
    client()
        .post(MESSAGES + "?bodies=true", "[{\"id\":\"a\"}]")
        .is(200)
        .has("/results/0/message/body", "secret");
  }

  @Test
  default void put_withReplace_takesThePlace() {
    put("{\"id\":\"a\",\"body\":\"old\"}");

    put("{\"id\":\"a\",\"body\":\"new\",\"mode\":\"replace\"}").has("/status", "replaced");
    claim("").has("/messages/0/body", "new");
  }

  @Test
  default void put_withMerge_addsAnItem() {
    String merge = "\"mode\":\"merge\",\"merge\":{\"due\":\"move\",\"longestWait\":\"1m\","
        + "\"itemsPerClaim\":2,\"raw\":true}";
    put("{\"id\":\"a\",\"body\":\"1\"," + merge + "}").has("/status", "stored");
    put("{\"id\":\"a\",\"body\":{\"n\":2}," + merge + "}")
        .has("/status", "merged")
        .has("/items", 2);
    put("{\"id\":\"a\",\"bodyBase64\":\"AQI=\",\"mode\":\"merge\"}").has("/items", 3);

    peek("a").has("/itemCount", 3).has("/items/2/bodyBase64", "AQI=").has("/raw", true);
    claim("")
        .has("/messages/0/items/0/body", "1")
        .has("/messages/0/items/1/body/n", 2)
        .has("/messages/0/items/1/contentType", "application/json")
        .has("/messages/0/itemsLeft", 1)
        .has("/messages/0/raw", true)
        .hasNo("/messages/0/items/2")
        .hasNo("/messages/0/contentType");
  }

  @Test
  default void put_ofAnArray_answersItemByItem() {
    put("{\"id\":\"there\"}");

    client()
        .post(
            MESSAGES,
            "[{\"id\":\"a\"},{\"id\":\"there\"},{\"id\":\"b\",\"lease\":0},{\"id\":\"a\",\"mode\":\"merge\"}]")
        .is(200)
        .has("/results/0/status", "stored")
        .has("/results/1/status", "duplicate")
        .has("/results/1/message/id", "there")
        .has("/results/2/status", "failed")
        .has("/results/2/error/code", "invalid")
        .has("/results/2/error/field", "lease")
        .has("/results/2/error/outcome", "did-not-happen")
        .has("/results/3/status", "merged")
        .hasNo("/results/4");
  }

  @Test
  default void put_ofAnArrayOfFailuresOnly_answersThem() {
    client().post(MESSAGES, "[{\"lease\":0}]").is(200).has("/results/0/error/field", "lease");
  }

  @Test
  default void put_ofAsManyAsAllowed_storesAll() {
    String thousand = "[" + "{},".repeat(999) + "{}]";

    client().post(MESSAGES, thousand).is(200).has("/results/999/status", "stored");
    client()
        .wrong("POST", MESSAGES, "[" + "{},".repeat(1000) + "{}]")
        .is(413, "too-large")
        .has("/field", "[1000]");
    client().get("/v1/topics/orders").has("/counts/ready", 1000);
  }

  @Test
  default void put_repeatedWithItsKey_answersTheSameAndStoresOnce() {
    String message = "{\"body\":\"once\",\"delay\":1000}";
    RestClient.Answer first = client().send("POST", MESSAGES, message, "Idempotency-Key", "k");
    advance(java.time.Duration.ofMillis(5));

    RestClient.Answer second = client().send("POST", MESSAGES, message, "Idempotency-Key", "k");

    assertThat(second.is(201).text()).isEqualTo(first.is(201).text());
    client()
        .send("POST", MESSAGES, "{\"body\":\"other\"}", "Idempotency-Key", "k")
        .is(422, "token-mismatch");
    client().get("/v1/topics/orders").has("/counts/waiting", 1);
  }

  @Test
  default void put_ofAnArrayRepeatedWithItsKey_answersTheSameAndStoresOnce() {
    String two = "[{\"body\":1},{\"body\":2}]";
    RestClient.Answer first = client().send("POST", MESSAGES, two, "Idempotency-Key", "k");

    RestClient.Answer second = client().send("POST", MESSAGES, two, "Idempotency-Key", "k");

    assertThat(second.is(200).text()).isEqualTo(first.is(200).text());
    client().get("/v1/topics/orders").has("/counts/ready", 2);
    client()
        .send("POST", MESSAGES, "{\"body\":2,\"token\":\"k#1\"}")
        .is(201)
        .has("/id", first.at("/results/1/id"));
  }

  @Test
  default void put_withTokenAndKey_isRefused() {
    client()
        .send("POST", MESSAGES, "{\"token\":\"t\"}", "Idempotency-Key", "k")
        .is(400, "invalid")
        .has("/field", "token");
  }

  @Test
  default void put_withTwoKeys_isRefused() {
    client()
        .wrong("POST", MESSAGES, "{}", "Idempotency-Key", "k", "Idempotency-Key", "l")
        .is(400, "invalid")
        .has("/field", "Idempotency-Key");
  }

  @Test
  default void put_intoDeathNotices_isRefused() {
    client()
        .post("/v1/topics/orders!dead/messages", "{}")
        .is(400, "invalid")
        .has("/field", "topic");
  }

  @Test
  default void put_ofABodyOverTheLimit_isRefused() {
    String large = "x".repeat(256 * 1024 + 1);

    client()
        .post(MESSAGES, "{\"body\":\"" + large + "\"}")
        .is(413, "too-large")
        .has("/field", "body");
    put("{\"body\":\"" + large.substring(1) + "\"}");
  }
}
