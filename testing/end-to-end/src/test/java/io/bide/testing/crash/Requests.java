package io.bide.testing.crash;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.vertx.core.json.JsonObject;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Requests to one node. One that was not even connected did not happen; one that broke off is unknown. */
final class Requests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Executor A_LITTLE_LATER =
      CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI node;

  Requests(URI node) {
    this.node = node;
  }

  /** What a node said. */
  record Answer(int status, JsonObject json) {
    JsonObject requireOk() {
      if (status != 200) {
        throw new BideException(code(), json.encode());
      }
      return json;
    }

    ErrorCode code() {
      return Requests.code(json.getString("code"));
    }

    /** The answer to what can be done, or refused because of the state of a message. */
    <E extends Enum<E>> E word(String done, Class<E> type) {
      if (status == 200) {
        return Enum.valueOf(type, done.toUpperCase(Locale.ROOT));
      }
      return switch (json.getString("code")) {
        case "leased", "ended" ->
          Enum.valueOf(type, json.getString("code").toUpperCase(Locale.ROOT));
        case "unknown-message" -> Enum.valueOf(type, "UNKNOWN");
        default -> throw new BideException(code(), json.encode());
      };
    }
  }

  static ErrorCode code(String code) {
    return ErrorCode.valueOf(code.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  CompletableFuture<Answer> send(String method, String path, Object json) {
    HttpRequest.BodyPublisher body = json == null
        ? HttpRequest.BodyPublishers.noBody()
        : HttpRequest.BodyPublishers.ofString(json.toString());
    HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
        .timeout(PATIENCE)
        .method(method, body)
        .build();
    return CLIENT
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(response -> new Answer(response.statusCode(), new JsonObject(response.body())))
        .exceptionallyCompose(Requests::failed);
  }

  /** While a node is away nobody should try thousands of times a second. */
  private static CompletableFuture<Answer> failed(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    ErrorCode code = cause instanceof ConnectException ? ErrorCode.UNAVAILABLE : ErrorCode.UNKNOWN;
    return CompletableFuture.supplyAsync(
        () -> {
          throw new BideException(code, String.valueOf(cause));
        },
        A_LITTLE_LATER);
  }
}
