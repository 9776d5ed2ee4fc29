package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A caller through which every request and every answer is compared with the OpenAPI document. */
final class RestClient {
  private static final OpenApi OPEN_API = new OpenApi();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  RestClient(int port) {
    this.port = port;
  }

  /** An answer, with its JSON. */
  record Answer(int status, Map<String, List<String>> headers, String text) {
    JsonNode json() {
      return OpenApi.MAPPER.readTree(text);
    }

    /** What stands at a JSON pointer, as text; empty if there is nothing. */
    String at(String pointer) {
      JsonNode node = json().at(pointer);
      return node.isMissingNode() ? "" : node.isString() ? node.asString() : node.toString();
    }

    String header(String name) {
      return headers.getOrDefault(name, List.of("")).get(0);
    }

    /** Asserts the status, and shows the whole answer if it is another one. */
    Answer is(int expected) {
      assertThat(status).as(text).isEqualTo(expected);
      return this;
    }

    /** Asserts that it is a problem with this status and code. */
    Answer is(int expected, String code) {
      is(expected);
      assertThat(at("/code")).as(text).isEqualTo(code);
      return this;
    }

    /** Asserts what stands at a JSON pointer. */
    Answer has(String pointer, Object expected) {
      assertThat(at(pointer)).as("%s of %s", pointer, text).isEqualTo(expected.toString());
      return this;
    }

    Answer hasNo(String pointer) {
      assertThat(json().at(pointer).isMissingNode())
          .as("%s of %s", pointer, text)
          .isTrue();
      return this;
    }
  }

  Answer get(String path) {
    return send("GET", path, "");
  }

  Answer delete(String path) {
    return send("DELETE", path, "");
  }

  Answer post(String path, String json) {
    return send("POST", path, json);
  }

  /** Sends a valid request. */
  Answer send(String method, String path, String json, String... headers) {
    return Await.value(sending(method, path, json, headers));
  }

  /** Sends a valid request whose answer may take a while. */
  CompletableFuture<Answer> sending(String method, String path, String json, String... headers) {
    URI uri = uri(path);
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      given.put(headers[i], headers[i + 1]);
    }
    assertThat(OPEN_API.problemsOfRequest(method, uri, given.keySet(), json))
        .as("%s %s %s", method, path, json)
        .isEmpty();
    return exchange(method, uri, json.getBytes(StandardCharsets.UTF_8), headers);
  }

  /** Sends a request that is meant to be wrong. */
  Answer wrong(String method, String path, String json, String... headers) {
    return wrong(method, path, json.getBytes(StandardCharsets.UTF_8), headers);
  }

  Answer wrong(String method, String path, byte[] body, String... headers) {
    return Await.value(exchange(method, uri(path), body, headers));
  }

  private CompletableFuture<Answer> exchange(
      String method, URI uri, byte[] body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri)
        .method(
            method,
            body.length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(response -> checked(method, uri, response));
  }

  private static Answer checked(String method, URI uri, HttpResponse<byte[]> response) {
    Answer answer = new Answer(
        response.statusCode(),
        response.headers().map(),
        new String(response.body(), StandardCharsets.UTF_8));
    assertThat(OPEN_API.problemsOfAnswer(
            method, uri, answer.status(), answer.header("content-type"), answer.text()))
        .as("%s %s: %s %s", method, uri, answer.status(), answer.text())
        .isEmpty();
    return answer;
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }
}
