package io.bide.server.push;

import io.bide.Subscription;
import io.bide.engine.push.Courier;
import io.bide.engine.push.Destinations;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http1ClientConfig;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Calls by Vert.x's client. Connects to the address that was checked, not to the name: the name is only
 * told to the receiver, in the Host header and for its certificate. Follows no redirects, uses no
 * proxy, and reads of an answer only its head; the rest is read away, up to a limit, so that the
 * connection can be used again.
 */
public final class VertxCourier implements Courier, AutoCloseable {
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ANSWER_BYTES = 64 * 1_024;

  private final Vertx vertx;
  private final Destinations destinations;
  private final HttpClient client;

  public VertxCourier(Vertx vertx, Destinations destinations) {
    this.vertx = vertx;
    this.destinations = destinations;
    this.client = vertx
        .httpClientBuilder()
        .with(new HttpClientConfig()
            .setVersions(HttpVersion.HTTP_1_1)
            .setHttp1Config(new Http1ClientConfig().setKeepAliveTimeout(IDLE_TIMEOUT))
            .setVerifyHost(true))
        // How many calls are made to one endpoint at a time has been decided already.
        .with(new PoolOptions().setHttp1MaxSize(Subscription.MAX_CONCURRENCY))
        .with(new ClientSSLOptions())
        .build();
  }

  @Override
  public CompletableFuture<Reply> send(Letter letter) {
    Exchange exchange = new Exchange(letter);
    var unused = destinations.of(letter.url(), letter.instance()).whenComplete((all, error) -> {
      if (error == null) {
        exchange.connect(all);
      } else {
        exchange.fail(error.getCause() == null ? error : error.getCause());
      }
    });
    return exchange.reply;
  }

  @Override
  public void close() {
    client.close().await();
  }

  /** One call, from the resolved address to the end of the answer, of which only the head matters. */
  private final class Exchange {
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final Letter letter;
    private final long timer;
    private volatile boolean late;
    private volatile Runnable abort = () -> {};

    private Exchange(Letter letter) {
      this.letter = letter;
      this.timer = vertx.setTimer(Math.max(1, letter.timeout().toMillis()), id -> expire());
    }

    private void expire() {
      late = true;
      fail(new Undelivered(
          Undelivered.Why.TIMED_OUT,
          "no answer came within " + letter.timeout().toMillis() + " ms"));
      abort.run();
    }

    /** To the first address that can be connected to. */
    private void connect(List<InetAddress> addresses) {
      var unused = client.request(options(addresses.get(0))).onComplete(opened -> {
        if (opened.succeeded()) {
          send(opened.result());
        } else if (addresses.size() > 1 && !late) {
          connect(addresses.subList(1, addresses.size()));
        } else {
          fail(opened.cause());
        }
      });
    }

    private RequestOptions options(InetAddress address) {
      URI url = letter.url();
      boolean tls = "https".equalsIgnoreCase(url.getScheme());
      int port = url.getPort() > 0 ? url.getPort() : tls ? 443 : 80;
      return new RequestOptions()
          .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
          .setHost(url.getHost())
          .setPort(port)
          .setSsl(tls)
          .setURI(pathOf(url))
          .setMethod(HttpMethod.valueOf(letter.method()))
          .setConnectTimeout(letter.timeout().toMillis());
    }

    private void send(HttpClientRequest request) {
      abort = () -> {
        var unused = request.reset();
      };
      if (late) {
        abort.run();
        return;
      }
      letter.headers().forEach(request::putHeader);
      request.response().onSuccess(this::answered).onFailure(this::fail);
      request.send(Buffer.buffer(letter.body().bytes())).onFailure(this::fail);
    }

    private void answered(HttpClientResponse response) {
      drain(response);
      reply.complete(new Reply(response.statusCode(), response.getHeader("Retry-After")));
    }

    /** Reads the body away; one that is too long, or not there in time, costs the connection. */
    private void drain(HttpClientResponse response) {
      int[] read = {0};
      response.handler(chunk -> {
        read[0] += chunk.length();
        if (read[0] > MAX_ANSWER_BYTES) {
          abort.run();
        }
      });
      response.exceptionHandler(broken -> vertx.cancelTimer(timer));
      response.endHandler(end -> vertx.cancelTimer(timer));
    }

    private void fail(Throwable cause) {
      vertx.cancelTimer(timer);
      reply.completeExceptionally(
          cause instanceof Undelivered
              ? cause
              : new Undelivered(Undelivered.Why.UNREACHABLE, describe(cause)));
    }
  }

  private static String pathOf(URI url) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  private static String describe(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    return "no connection: " + (text.equals("null") ? cause.getClass().getSimpleName() : text);
  }
}
