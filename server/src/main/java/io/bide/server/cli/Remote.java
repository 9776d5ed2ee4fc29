package io.bide.server.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A server somewhere else. What can be repeated is repeated when its connection is lost; of anything
 * else nobody can tell then whether it happened, and the failure says so.
 */
final class Remote {
  private static final int TRIES = 3;
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration TO_ANSWER = Duration.ofSeconds(30);

  private final URI address;
  private final @Nullable String key;
  private final HttpClient client;

  Remote(URI address, @Nullable String key, @Nullable SSLContext trust) {
    this.address = address;
    this.key = key;
    HttpClient.Builder builder = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(TO_CONNECT);
    this.client = trust == null ? builder.build() : builder.sslContext(trust).build();
  }

  /**
   * The server's answer.
   *
   * @throws Failure when there is none, or when it is not a good one
   */
  Answer send(Request request) {
    Answer answer = answerTo(request);
    if (!answer.accepted()) {
      throw Problems.in(answer, address);
    }
    return answer;
  }

  private Answer answerTo(Request request) {
    for (int attempt = 1; ; attempt++) {
      try {
        var response = client.send(toHttp(request), BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new Answer(response.statusCode(), response.body());
      } catch (ConnectException | HttpConnectTimeoutException e) {
        // Nothing arrived this time; the time before, something may have.
        throw attempt == 1 ? Problems.unreachable(address) : Problems.lost(address);
      } catch (SSLException e) {
        throw Problems.untrusted(address, e);
      } catch (HttpTimeoutException e) {
        throw Problems.silent(address);
      } catch (IOException e) {
        if (!request.repeatable() || attempt == TRIES) {
          throw Problems.lost(address);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Failure("interrupted", null);
      }
    }
  }

  private HttpRequest toHttp(Request request) {
    String body = request.body();
    HttpRequest.Builder http = HttpRequest.newBuilder(URI.create(address + request.path()))
        .timeout(TO_ANSWER.plus(request.patience()))
        .header("Accept", "application/json")
        .method(
            request.method(),
            body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      http.header("Content-Type", "application/json");
    }
    if (request.key() != null) {
      http.header("Idempotency-Key", request.key());
    }
    if (key != null) {
      http.header("Authorization", "Bearer " + key);
    }
    return http.build();
  }
}
