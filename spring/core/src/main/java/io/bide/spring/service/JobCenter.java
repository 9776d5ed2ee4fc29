package io.bide.spring.service;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Adds jobs at a scheduler, which calls an instance of the application when they are due: {@code POST
 * <center>/job/add}. Thread-safe.
 */
public final class JobCenter {
  private final URI address;
  private final String application;
  private final @Nullable String apiKey;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * A center.
   *
   * @param url without a path, such as {@code http://127.0.0.1:9277}
   * @param application whose instances are called; the name they are registered with
   * @param apiKey if the center asks for one
   */
  public JobCenter(String url, String application, @Nullable String apiKey, Duration timeout) {
    this.address = URI.create((url.endsWith("/") ? url : url + "/") + "job/add");
    this.application = application;
    this.apiKey = apiKey;
    this.timeout = timeout;
    this.http = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /**
   * Adds a job. One of the same type and id that has not been done yet is replaced, so that repeating it
   * does no harm.
   *
   * @return fails with a {@link BideException} that says whether it was added
   */
  public CompletableFuture<Void> add(String type, String id, String params, Instant due) {
    Job job = new Job(id, type, due.toEpochMilli(), params, application);
    HttpRequest.Builder request = HttpRequest.newBuilder(address)
        .timeout(timeout)
        .header("Content-Type", "application/json;charset=UTF-8")
        .POST(HttpRequest.BodyPublishers.ofByteArray(job.json()));
    if (apiKey != null) {
      request.header("Authorization", "Bearer " + apiKey);
    }
    return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .handle((answer, error) -> {
          if (error != null) {
            throw new BideException(
                ErrorCode.UNKNOWN,
                "nobody can tell whether " + address + " has the job; add it again",
                error);
          }
          return accepted(answer);
        });
  }

  @SuppressWarnings("NullAway") // The only value of Void is null.
  private Void accepted(HttpResponse<String> answer) {
    int status = answer.statusCode();
    if (status / 100 == 2) {
      return null;
    }
    ErrorCode code = status >= 500
        ? ErrorCode.UNKNOWN
        : status == 401 || status == 403 ? ErrorCode.FORBIDDEN : ErrorCode.INVALID;
    throw new BideException(code, address + " answered " + status + ": " + answer.body());
  }
}
