package io.bide.server.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.Await;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends what the original's clients send, and shows what comes back, byte by byte. */
final class CamelliaClient {
  static final String FORM = "application/x-www-form-urlencoded";
  static final String ROOT = "/camellia/delayQueue/";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  CamelliaClient(int port) {
    this.port = port;
  }

  /** An answer as it came. */
  record Reply(int status, String contentType, String allow, String body) {
    /** Asserts status 200, JSON, and every byte. */
    Reply is(String expected) {
      assertThat(body).isEqualTo(expected);
      assertThat(status).isEqualTo(200);
      assertThat(contentType).isEqualTo("application/json");
      return this;
    }

    /** Asserts what the original's framework says of a request that it does not understand. */
    Reply isError(int expected, String reason, String path) {
      assertThat(body)
          .isEqualTo("{\"timestamp\":\"2030-01-01T00:00:00.000+00:00\",\"status\":" + expected
              + ",\"error\":\"" + reason + "\",\"path\":\"" + path + "\"}");
      assertThat(status).isEqualTo(expected);
      assertThat(contentType).isEqualTo("application/json");
      return this;
    }

    /** What a field of the answer holds, as it stands there. */
    String field(String name) {
      Matcher matcher =
          Pattern.compile("\"" + name + "\":(\"[^\"]*\"|[^,}\\]]*)").matcher(body);
      assertThat(matcher.find()).as("%s in %s", name, body).isTrue();
      return matcher.group(1).replace("\"", "");
    }
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Calls one of the routes with a form. */
  Reply call(String route, String form) {
    return Await.value(calling(route, form));
  }

  CompletableFuture<Reply> calling(String route, String form) {
    return send("POST", ROOT + route, form.getBytes(StandardCharsets.UTF_8), "Content-Type", FORM);
  }

  Reply get(String path) {
    return Await.value(send("GET", path, new byte[0]));
  }

  Reply exchange(String method, String path, String body, String... headers) {
    return Await.value(send(method, path, body.getBytes(StandardCharsets.UTF_8), headers));
  }

  private CompletableFuture<Reply> send(
      String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + port + path))
        .method(
            method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.sendAsync(request.build(), BodyHandlers.ofByteArray())
        .thenApply(CamelliaClient::reply);
  }

  private static Reply reply(HttpResponse<byte[]> response) {
    return new Reply(
        response.statusCode(),
        response.headers().firstValue("content-type").orElse(""),
        response.headers().firstValue("allow").orElse(""),
        new String(response.body(), StandardCharsets.UTF_8));
  }
}
