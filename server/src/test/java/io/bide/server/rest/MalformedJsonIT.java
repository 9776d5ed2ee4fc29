package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field wrong in every way: a problem that names the field by its path. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class MalformedJsonIT {
  private static final String PUT = "POST /v1/topics/orders/messages";
  private static final String CLAIM = "POST /v1/topics/orders/claims";
  private static final String CLAIMS = "POST /v1/claims";
  private static final String ACK = "POST /v1/acks";
  private static final String RELEASE = "POST /v1/releases";
  private static final String EXTEND = "POST /v1/extensions";
  private static final String RESCHEDULE = "PATCH /v1/topics/orders/messages/a";
  private static final String SETTINGS = "PUT /v1/topics/orders";
  private static final String REDRIVE = "POST /v1/topics/orders/redrive";
  private static final List<String> BODIES =
      List.of(PUT, CLAIM, CLAIMS, ACK, RELEASE, EXTEND, RESCHEDULE, SETTINGS, REDRIVE);

  private static final String NO_TEXT = "1 1.5 true null [] {} [\"a\"]";
  private static final String NO_DURATION =
      "1.5 1e3 true null [] {} \"\" \"x\" \"5\" \"-5s\" \"5s5h\" \"5s5s\" \"s\" \"1.5s\" \"5S\" \"5 s\""
          + " \"99999999999999999999s\" \"9999999999999999d\" 99999999999999999999";
  private static final String NO_TIME =
      "1.5 true null [] {} \"\" \"x\" \"2030-01-01\" \"2030-01-01T00:00:00\" \"2030-13-01T00:00:00Z\""
          + " \"FRONT\" 99999999999999999999";
  private static final String NO_NUMBER = "\"1\" 1.0 true null [] {} 2147483648 -2147483649 1e2";
  private static final String NO_FLAG = "\"true\" 1 null [] {}";
  private static final String NO_WORD =
      "1 true null [] {} \"\" \"x\" \"REPLACE\" \"Keep\" \"DEAD\"";
  private static final String NO_BACKOFF =
      "1 true null [] \"\" \"x\" \"2m,\" \",2m\" \"IMMEDIATE\"";

  private static final RestServer server = RestServer.inMemory();
  private static final RestClient client = new RestClient(server.port());

  @AfterAll
  static void close() {
    server.close();
  }

  private static RestClient.Answer send(String route, String json) {
    return send(route, json.getBytes(StandardCharsets.UTF_8));
  }

  private static RestClient.Answer send(String route, byte[] body) {
    String[] parts = route.split(" ", 2);
    RestClient.Answer answer = client.wrong(parts[0], parts[1], body);
    assertThat(answer.text()).doesNotContain("Exception", "\tat ", "com.fasterxml", "`");
    return answer;
  }

  static Stream<Arguments> fields() {
    return Stream.of(
            fields(PUT, "id token contentType bodyBase64 attributes.k", NO_TEXT),
            fields(PUT, "delay ttl lease merge.longestWait backoff.fixed", NO_DURATION),
            fields(PUT, "backoff.exponential.initial backoff.exponential.max", NO_DURATION),
            fields(PUT, "due", NO_TIME),
            fields(PUT, "maxAttempts merge.itemsPerClaim", NO_NUMBER),
            fields(PUT, "merge.raw", NO_FLAG),
            fields(PUT, "mode merge.due", NO_WORD),
            fields(PUT, "backoff", NO_BACKOFF),
            fields(PUT, "backoff.exponential.jitter", "\"1\" true null [] {}"),
            fields(PUT, "backoff.schedule", "1 true null {} \"2m\""),
            fields(PUT, "attributes merge backoff.exponential", "1 true null [] \"x\""),
            fields(PUT, "bodyBase64", "\"*\" \"a-_b\" \"abc==\" \"a\""),
            fields(CLAIM, "max maxItems", NO_NUMBER),
            fields(CLAIM, "lease wait", NO_DURATION),
            fields(CLAIM, "id", NO_TEXT),
            fields(CLAIM, "topics", "[\"a\"]"),
            fields(CLAIMS, "topics", "1 true null {} \"x\""),
            fields(ACK, "receipt topic namespace id", NO_TEXT),
            fields(ACK, "states", "1 true null {} \"leased\""),
            fields(ACK, "delay due lease", "1"),
            fields(RELEASE, "delay", NO_DURATION),
            fields(RELEASE, "due", NO_TIME),
            fields(RELEASE, "lease", "1"),
            fields(RELEASE, "last", NO_FLAG),
            fields(EXTEND, "lease", NO_DURATION),
            fields(EXTEND, "delay due last", "1"),
            fields(RESCHEDULE, "delay", NO_DURATION),
            fields(RESCHEDULE, "due", NO_TIME),
            fields(SETTINGS, "lease ttl retention deadRetention", NO_DURATION),
            fields(SETTINGS, "maxAttempts partitions", NO_NUMBER),
            fields(SETTINGS, "keepBodies deathNotices", NO_FLAG),
            fields(SETTINGS, "delivery", NO_WORD),
            fields(SETTINGS, "backoff", NO_BACKOFF),
            fields(REDRIVE, "limit perSecond", NO_NUMBER),
            fields(REDRIVE, "start spacing", NO_DURATION),
            fields(REDRIVE, "state", NO_WORD),
            fields(REDRIVE, "id cursor", NO_TEXT))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> fields(String route, String paths, String values) {
    return Arrays.stream(paths.split(" ", -1)).map(path -> Arguments.of(route, path, values));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void field_ofAWrongType_isNamed(String route, String path, String values) {
    for (String value : values.split(" (?=[^ ]*)(?!s\")", -1)) {
      send(route, nested(path, value)).is(400, "invalid").has("/field", path);
      if (List.of(PUT, ACK, RELEASE, EXTEND).contains(route)) {
        send(route, "[{}," + nested(path, value) + "]").is(400).has("/field", "[1]." + path);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void field_besideOneThatIsUnknown_doesNotHideIt(String route, String path, String values) {
    String unknown =
        path.contains("attributes.") ? "x" : path.substring(0, path.lastIndexOf('.') + 1) + "x";
    String json = nested(unknown, "1");

    send(route, json).is(400, "invalid").has("/field", unknown);
  }

  private static String nested(String path, String value) {
    String json = value;
    String[] names = path.split("\\.", -1);
    for (int i = names.length - 1; i >= 0; i--) {
      json = "{\"" + names[i] + "\":" + json + "}";
    }
    return json;
  }

  static Stream<Arguments> broken() {
    return BODIES.stream()
        .flatMap(route -> Stream.of(
                " ",
                "{",
                "}",
                "[",
                "]",
                "{]",
                "{\"",
                "{\"id",
                "{\"id\"",
                "{\"id\":",
                "{\"id\":\"",
                "{\"id\":\"a\"",
                "{\"id\":\"a\",}",
                "{\"id\" \"a\"}",
                "{id:1}",
                "{'id':'a'}",
                "{\"id\":\"a\"}}",
                "{}{}",
                "{} x",
                "nul",
                "tru",
                "NaN",
                "Infinity",
                "+1",
                "01",
                "1.",
                ".5",
                "1e",
                "--1",
                "\"",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "{\"id\":\"\n\"}",
                "{\"id\":\"\t\"}",
                "// comment\n{}",
                "{/**/}",
                "{\"id\":undefined}",
                "\f{}",
                "<a/>",
                "id=a",
                "\uFEFF{}",
                "\u0000",
                "{\u0000}",
                "{\"a\\u0000\":1}",
                "{\"\":1}",
                "{\"id\":1e999999999}")
            .map(json -> Arguments.of(route, json)));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void body_thatIsNoJson_isRefused(String route, String json) {
    send(route, json).is(400, "invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FF", "C0 80", "C1 BF", "E0 80 80", "ED A0 80", "F0 80 80 80", "F4 90 80 80",
            "F8 88 80 80 80",
        "C3", "E2 82", "F0 9F 98", "80", "FE FF 00 7B", "FF FE 7B 00", "7B 00 7D 00", "00 7B 00 7D",
        "EF BB BF 7B 7D", "00 00 00 7B"
      })
  void body_thatIsNoUtf8_isRefused(String hex) {
    byte[] bytes = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);
    byte[] quoted = new byte[bytes.length + 13];
    System.arraycopy("{\"body\": \"".getBytes(StandardCharsets.UTF_8), 0, quoted, 0, 10);
    System.arraycopy(bytes, 0, quoted, 10, bytes.length);
    System.arraycopy("\"} ".getBytes(StandardCharsets.UTF_8), 0, quoted, 10 + bytes.length, 3);

    for (String route : BODIES) {
      send(route, bytes).is(400, "invalid");
    }
    if (!hex.startsWith("EF BB BF")) {
      send(PUT, quoted).is(400, "invalid");
    }
  }

  @Test
  void field_givenTwice_isNamed() {
    send(PUT, "{\"id\":\"a\",\"id\":\"a\"}").is(400, "invalid").has("/field", "id");
    send(PUT, "[{\"id\":\"a\"},{\"lease\":1,\"id\":\"a\",\"lease\":1}]")
        .is(400)
        .has("/field", "[1].lease");
    send(PUT, "{\"attributes\":{\"k\":\"v\",\"k\":\"v\"}}").is(400).has("/field", "attributes.k");
    send(PUT, "{\"merge\":{\"raw\":true,\"raw\":true}}").is(400).has("/field", "merge.raw");
    send(PUT, "{\"body\":1,\"merge\":{},\"body\":1}").is(400).has("/field", "body");
    send(PUT, "{\"mode\":\"merge\",\"merge\":{\"due\":\"keep\"},\"due\":1}").is(201);
    send(PUT, "{\"delay\":1,\"due\":1}").is(400).has("/field", "due");
  }

  @Test
  void elements_ofAWrongType_areNamed() {
    send(PUT, "[1]").is(400, "invalid").has("/field", "[0]");
    send(PUT, "[{},[]]").is(400).has("/field", "[1]");
    send(PUT, "{\"backoff\":{\"schedule\":[1,\"x\"]}}")
        .is(400)
        .has("/field", "backoff.schedule[1]");
    send(CLAIMS, "{\"topics\":[\"a\",1]}").is(400).has("/field", "topics[1]");
    send(ACK, "{\"states\":[\"leased\",\"LEASED\"]}").is(400).has("/field", "states[1]");
  }

  @Test
  void values_thatMakeNoSense_areNamed() {
    send(PUT, "{\"delay\":1,\"due\":1}").is(400, "invalid").has("/field", "due");
    send(PUT, "{\"delay\":-1}").is(400).has("/field", "delay");
    send(PUT, "{\"due\":-1}").is(400).has("/field", "due");
    send(PUT, "{\"due\":9223372036854775807}").is(400).has("/field", "due");
    send(PUT, "{\"delay\":9223372036854775807}").is(400).has("/field", "delay");
    send(PUT, "{\"ttl\":0}").is(400).has("/field", "ttl");
    send(PUT, "{\"maxAttempts\":0}").is(400).has("/field", "maxAttempts");
    send(PUT, "{\"body\":1,\"bodyBase64\":\"\"}").is(400).has("/field", "bodyBase64");
    send(PUT, "{\"contentType\":\"a/b\"}").is(400).has("/field", "contentType");
    send(PUT, "{\"contentType\":\"text/plain\",\"body\":{}}").is(400).has("/field", "body");
    send(PUT, "{\"contentType\":\"a\\nb\",\"body\":\"\"}").is(400).has("/field", "contentType");
    send(PUT, "{\"merge\":{}}").is(400).has("/field", "merge");
    send(PUT, "{\"id\":\"" + "x".repeat(256) + "\"}").is(413, "too-large").has("/field", "id");
    send(PUT, "{\"id\":\"a\\u0007\"}").is(400).has("/field", "id");
    send(PUT, "{\"id\":\"\\ud800\"}").is(400).has("/field", "id");
    send(PUT, "{\"body\":\"\\udc00x\"}").is(400).has("/field", "body");
    send(PUT, "{\"attributes\":{\"k\":\"\\ud800\"}}").is(400).has("/field", "attributes");
    send(PUT, "{\"attributes\":{\"\":\"v\"}}").is(400).has("/field", "attributes");
    send(PUT, "{\"backoff\":{}}").is(400).has("/field", "backoff");
    send(PUT, "{\"backoff\":{\"fixed\":1,\"schedule\":[1]}}").is(400).has("/field", "backoff");
    send(PUT, "{\"backoff\":{\"exponential\":{}}}").is(400).has("/field", "backoff.exponential");
    send(PUT, "{\"backoff\":{\"schedule\":[]}}").is(400).has("/field", "backoff.schedule");
    send(PUT, "{\"backoff\":{\"fixed\":-1}}").is(400).has("/field", "backoff.fixed");
    send(PUT, "{\"backoff\":{\"exponential\":{\"initial\":0,\"max\":1}}}")
        .is(400)
        .has("/field", "backoff.exponential.initial");
    send(PUT, "{\"backoff\":{\"exponential\":{\"initial\":1,\"max\":1,\"jitter\":2}}}")
        .is(400)
        .has("/field", "backoff.exponential.jitter");
    send(PUT, "{\"mode\":\"merge\",\"merge\":{\"itemsPerClaim\":0}}")
        .is(400)
        .has("/field", "merge.itemsPerClaim");
    send(CLAIM, "{\"max\":0}").is(400).has("/field", "max");
    send(CLAIM, "{\"wait\":-1}").is(400).has("/field", "wait");
    send(CLAIM, "{\"id\":\"\"}").is(400).has("/field", "id");
    send(CLAIMS, "{}").is(400).has("/field", "topics");
    send(CLAIMS, "{\"topics\":[]}").is(400).has("/field", "topics");
    send(CLAIMS, "{\"topics\":[\"a\",\"b\"],\"id\":\"x\"}").is(400).has("/field", "topics");
    send(CLAIMS, "{\"topics\":[\"a!\"]}").is(400).has("/field", "topic");
    send(EXTEND, "{\"topic\":\"a\",\"id\":\"b\",\"lease\":1,\"states\":[\"ready\"]}")
        .is(400)
        .has("/field", "states");
    send(ACK, "{\"topic\":\"a\",\"id\":\"b\",\"states\":[]}").is(400).has("/field", "states");
    send(ACK, "{\"receipt\":\"\"}").is(400).has("/field", "receipt");
    send(REDRIVE, "{\"limit\":0}").is(400).has("/field", "limit");
    send(REDRIVE, "{\"perSecond\":0}").is(400).has("/field", "perSecond");
    send(SETTINGS, "{\"lease\":0}").is(400).has("/field", "lease");
  }

  @Test
  void root_ofAWrongType_isRefused() {
    for (String route : BODIES) {
      for (String json : List.of("1", "\"x\"", "true", "null")) {
        send(route, json).is(400, "invalid");
      }
    }
    for (String route : List.of(PUT, ACK, RELEASE, EXTEND)) {
      send(route, "[]").is(400, "invalid");
    }
    for (String route : List.of(CLAIM, CLAIMS, RESCHEDULE, SETTINGS, REDRIVE)) {
      send(route, "[{}]").is(400, "invalid");
    }
    for (String route : List.of(PUT, CLAIMS, ACK, RELEASE, EXTEND, RESCHEDULE, SETTINGS)) {
      send(route, "").is(400, "invalid");
    }
  }

  @Test
  void json_thatIsTooDeep_isRefused() {
    String deepest = "{\"body\":" + "[".repeat(31) + "]".repeat(31) + "}";
    client.send("POST", "/v1/topics/orders/messages", deepest).is(201);

    send(PUT, "{\"body\":" + "[".repeat(32) + "]".repeat(32) + "}").is(400, "invalid");
    send(PUT, "{\"body\":" + "{\"a\":".repeat(40) + "1" + "}".repeat(40) + "}").is(400, "invalid");
    send(PUT, "[".repeat(500_000)).is(400, "invalid");
    send(PUT, "{\"a\":".repeat(100_000)).is(400, "invalid");
  }

  @Test
  void numbersAndNames_thatAreHuge_areRefused() {
    send(PUT, "{\"delay\":" + "9".repeat(500) + "}").is(400, "invalid").has("/field", "delay");
    send(PUT, "{\"delay\":" + "9".repeat(500_000) + "}").is(400, "invalid");
    send(PUT, "{\"body\":" + "9".repeat(500_000) + "}").is(400, "invalid");
    send(PUT, "{\"" + "x".repeat(500_000) + "\":1}").is(400, "invalid");
    send(PUT, "{\"backoff\":{\"exponential\":{\"initial\":1,\"max\":1,\"jitter\":1e999999}}}")
        .is(400, "invalid");
  }

  @Test
  void arrays_thatAreTooLong_areRefused() {
    send(PUT, "[" + "{},".repeat(200_000) + "{}]").is(413, "too-large");
    send(CLAIMS, "{\"topics\":[" + "\"a\",".repeat(200_000) + "\"a\"]}").is(413, "too-large");
    send(CLAIMS, "{\"topics\":[" + "\"a\",".repeat(200) + "\"a\"]}")
        .is(413, "too-large")
        .has("/field", "topics");
    StringBuilder attributes = new StringBuilder("{\"attributes\":{\"k\":\"v\"");
    for (int i = 0; i < 5_000; i++) {
      attributes.append(",\"k").append(i).append("\":\"v\"");
    }
    send(PUT, attributes + "}}").is(413, "too-large");
  }
}
