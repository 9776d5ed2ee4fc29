package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Valid requests with a few bytes changed, over and over: each gets an answer, and none of them is
 * the server's fault. The seed of a failure is in its text; {@code -Dbide.fuzz.seed} and {@code
 * -Dbide.fuzz.requests} repeat or prolong it.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FuzzIT {
  private static final long SEED = Long.getLong("bide.fuzz.seed", 20_300_101);
  private static final int REQUESTS = Integer.getInteger("bide.fuzz.requests", 2_400);
  private static final int AT_ONCE = 80;

  private static final List<String> VALID = List.of(
      request(
          "POST /v1/topics/orders/messages",
          "{\"id\":\"a\",\"body\":{\"x\":[1,2.5,\"é\"]},\"delay\":\"1s\","
              + "\"attributes\":{\"k\":\"v\"},\"ttl\":\"1h\",\"lease\":5,\"maxAttempts\":3,\"mode\":\"replace\"}"),
      request(
          "POST /v1/topics/orders/messages",
          "[{\"body\":\"text\\n\",\"backoff\":\"2m,10m\"},{\"id\":\"m\",\"mode\":"
              + "\"merge\",\"merge\":{\"due\":\"move\",\"longestWait\":9,\"itemsPerClaim\":2,\"raw\":true}}]"),
      request(
          "POST /v1/namespaces/n/topics/t/messages",
          "{\"bodyBase64\":\"AQID\",\"due\":\"2030-01-01T00:00:00Z\","
              + "\"backoff\":{\"exponential\":{\"initial\":\"1s\",\"max\":\"1m\",\"jitter\":0.5}},\"token\":\"t\"}"),
      request(
          "POST /v1/topics/orders/claims",
          "{\"max\":2,\"lease\":\"1s\",\"maxItems\":1,\"wait\":0}"),
      request("POST /v1/claims", "{\"topics\":[\"orders\",\"t\"],\"max\":2}"),
      request(
          "POST /v1/acks",
          "[{\"receipt\":\"AQAAAAAAAAABAAAAAAAHZGVmYXVsdAABYXg\"},{\"topic\":\"orders\",\"id\":\"a\",\"states\":[\"ready\"]}]"),
      request(
          "POST /v1/releases",
          "{\"receipt\":\"AQAAAAAAAAABAAAAAAAHZGVmYXVsdAABYXg\",\"delay\":\"1s\"}"),
      request("POST /v1/extensions", "{\"topic\":\"orders\",\"id\":\"a\",\"lease\":1000}"),
      request("PATCH /v1/topics/orders/messages/a", "{\"due\":\"front\"}"),
      request(
          "PUT /v1/topics/orders",
          "{\"lease\":1000,\"backoff\":{\"schedule\":[1,2]},\"keepBodies\":true}"),
      request("POST /v1/topics/orders/redrive", "{\"limit\":1,\"perSecond\":5}"),
      request("GET /v1/topics/orders/messages?state=waiting&limit=5&from=1&cursor=AAAA", ""),
      request("GET /v1/topics/orders/messages?id=a", ""),
      request("DELETE /v1/topics/orders/messages/a?whenLeased=void", ""),
      request("GET /v1/topics?limit=3&counts=true", ""),
      request("DELETE /v1/topics/t?confirm=t&state=dead", ""));

  private static String request(String route, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    String head =
        " HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\nConnection: close\r\nContent-Length: ";
    return route + head + length + "\r\n\r\n" + body;
  }

  private @TempDir Path directory;

  @Test
  void request_withBytesChanged_isNeverTheServersFault() {
    try (RestServer server = RestServer.onDisk(directory.resolve("data"))) {
      Random random = new Random(SEED);
      for (int i = 0; i < REQUESTS; i += AT_ONCE) {
        List<byte[]> requests =
            Stream.generate(() -> next(random)).limit(AT_ONCE).toList();
        check(server, requests, "one of the requests from " + i + " on of seed " + SEED);
      }
    }
  }

  private static byte[] next(Random random) {
    String valid = VALID.get(random.nextInt(VALID.size()));
    boolean headToo = random.nextInt(20) == 0;
    return mutate(valid.getBytes(StandardCharsets.UTF_8), random, headToo);
  }

  private static void check(RestServer server, List<byte[]> requests, String which) {
    List<Wire> wires = requests.stream()
        .map(request -> new Wire(server.port()).sendAsMuchAsTaken(request))
        .toList();
    for (int i = 0; i < wires.size(); i++) {
      try (Wire wire = wires.get(i)) {
        // The end of input answers for a length that promises more than there is.
        check(requests.get(i), wire.reply(wire::endOfInput), which);
      }
    }
  }

  private static void check(byte[] request, Wire.Reply reply, String which) {
    assertThat(reply.status())
        .as("%s: %s%n%s", which, new String(request, StandardCharsets.ISO_8859_1), reply.body())
        .isLessThan(500);
    assertThat(reply.body()).doesNotContain("Exception", "\tat ");
    if (reply.status() >= 400 && !reply.body().isEmpty()) {
      assertThat(reply.contentType()).as(which).isEqualTo("application/problem+json");
      assertThat(OpenApi.MAPPER.readTree(reply.body()).get("status").asInt())
          .as(which)
          .isEqualTo(reply.status());
    }
  }

  /** A few changes, in the body only unless the head is meant, too. */
  private static byte[] mutate(byte[] valid, Random random, boolean headToo) {
    byte[] bytes = valid;
    int start =
        headToo ? 0 : new String(valid, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
    for (int i = random.nextInt(4); i >= 0 && start < bytes.length; i--) {
      int at = start + random.nextInt(bytes.length - start);
      bytes = change(bytes, at, random, headToo);
    }
    return bytes;
  }

  private static byte[] change(byte[] bytes, int at, Random random, boolean mayChangeLength) {
    byte[] changed = bytes.clone();
    switch (random.nextInt(mayChangeLength ? 5 : 3)) {
      case 0 -> changed[at] = (byte) random.nextInt(256);
      case 1 -> changed[at] = (byte) "\"{}[]:,\\0-9eE.ntu ".charAt(random.nextInt(18));
      case 2 -> changed[at] = bytes[random.nextInt(bytes.length)];
      case 3 -> changed = Arrays.copyOf(bytes, at);
      default -> System.arraycopy(bytes, at, changed, random.nextInt(at + 1), bytes.length - at);
    }
    return changed;
  }
}
