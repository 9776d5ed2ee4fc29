package io.bide.client;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends single requests to single servers. A request that fails tells whether it certainly did not
 * arrive ({@link ErrorCode#UNAVAILABLE}) or nobody can tell ({@link ErrorCode#UNKNOWN}).
 *
 * <p>Cancelling what {@link #send} returns closes the connection. Thread-safe.
 */
final class Wire implements AutoCloseable {
  private final Threads threads;
  private final @Nullable String authorization;
  /** Null once it is closed: up to Java 20 its thread ends when nobody knows it any more. */
  private volatile @Nullable HttpClient http;

  Wire(ClientConfig config, Threads threads) {
    this.threads = threads;
    authorization = config.apiKey() == null ? null : "Bearer " + config.apiKey();
    HttpClient.Builder builder = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(config.connectTimeout())
        .executor(threads.answers());
    if (config.ssl() != null) {
      builder.sslContext(config.ssl());
    }
    http = builder.build();
  }

  CompletableFuture<Reply> send(URI server, Request request, Deadline deadline) {
    HttpClient client = http;
    if (client == null) {
      return CompletableFuture.failedFuture(Gate.closed());
    }
    long left = deadline.left();
    if (left <= 0) {
      return CompletableFuture.failedFuture(new BideException(
          ErrorCode.UNAVAILABLE, "the deadline passed before the request could be sent"));
    }
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    CompletableFuture<HttpResponse<Boolean>> exchange =
        client.sendAsync(build(server, request), head -> read(head, reply));
    Future<?> alarm = threads.after(left, () -> reply.completeExceptionally(late(server)));
    var unused = exchange.whenComplete((response, failure) -> {
      if (failure != null) {
        reply.completeExceptionally(translate(server, failure));
      }
    });
    var ignored = reply.whenComplete((answer, failure) -> {
      alarm.cancel(false);
      if (failure != null) {
        exchange.cancel(true);
      }
    });
    return reply;
  }

  /**
   * Completes the reply when its content is there, on a thread of ours. The exchange itself completes
   * later, on a thread of the JVM's common pool, or on a new one for each where there is no such pool.
   */
  private static BodySubscriber<Boolean> read(
      HttpResponse.ResponseInfo head, CompletableFuture<Reply> reply) {
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArray(),
        content -> reply.complete(new Reply(head.statusCode(), content)));
  }

  private HttpRequest build(URI server, Request request) {
    byte[] body = request.body();
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(server + request.path()))
        .method(
            request.method(),
            body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (body != null) {
      builder.header("Content-Type", "application/json");
    }
    if (authorization != null) {
      builder.header("Authorization", authorization);
    }
    return builder.build();
  }

  private static BideException late(URI server) {
    return new BideException(
        ErrorCode.UNKNOWN, server + " has not answered before the deadline; it may have happened");
  }

  private static BideException translate(URI server, Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    boolean neverArrived = cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof SSLHandshakeException;
    return neverArrived
        ? new BideException(
            ErrorCode.UNAVAILABLE, server + " cannot be reached: " + words(cause), cause)
        : new BideException(
            ErrorCode.UNKNOWN, server + " has not answered: " + words(cause), cause);
  }

  /** Some of these have a message only in what caused them. */
  private static String words(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at.getMessage() != null) {
        return at.getMessage();
      }
    }
    return failure.toString();
  }

  @Override
  public void close() {
    // From Java 21 on it can be closed; before, letting it go is all that can be done.
    Object client = http;
    http = null;
    if (client instanceof AutoCloseable closeable) {
      close(closeable);
    }
  }

  private static void close(AutoCloseable client) {
    try {
      client.close();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not close", e);
    }
  }
}
