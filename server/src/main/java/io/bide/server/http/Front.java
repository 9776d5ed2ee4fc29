package io.bide.server.http;

import io.bide.dialect.Dialect;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where requests come in. Several event loops share one port; each connection stays with its loop.
 *
 * <p>HTTP/1.1 only: what HTTP/2 would save, a claim of many messages saves better, and every stream of
 * it would be one more thing that can leave half-way.
 */
public final class Front {
  /** Told of every answer, on an event loop. */
  @FunctionalInterface
  public interface Log {
    /**
     * A request was answered.
     *
     * @param route what it asked for; {@code "none"} when there is no such route
     */
    void answered(String dialect, String route, int status, long nanos);
  }

  private final FrontConfig config;
  private final Router router;
  private final Gatekeeper gatekeeper;
  private final Log log;
  private final List<Loop> loops = new ArrayList<>();
  private final AtomicInteger connections;
  private final AtomicLong reading;
  private volatile int port;
  private volatile boolean closing;

  /**
   * A front that is not open yet.
   *
   * @param dialects the first of them also answers what belongs to none
   */
  public Front(FrontConfig config, List<Dialect> dialects, Gatekeeper gatekeeper, Log log) {
    this.config = config;
    this.router = new Router(dialects);
    this.gatekeeper = gatekeeper;
    this.log = log;
    this.connections = new AtomicInteger();
    this.reading = new AtomicLong();
  }

  private Front(Front first, int port, List<Dialect> dialects) {
    this.config = first.config.at(port);
    this.router = new Router(dialects);
    this.gatekeeper = first.gatekeeper;
    this.log = first.log;
    this.connections = first.connections;
    this.reading = first.reading;
  }

  /** Another port for other dialects, which shares this one's limits; to be opened and closed by itself. */
  public Front beside(int otherPort, List<Dialect> dialects) {
    return new Front(this, otherPort, dialects);
  }

  /** Opens the port. */
  public CompletableFuture<Void> open(Vertx vertx) {
    Future<Void> all = Future.succeededFuture();
    for (int i = 0; i < config.loops(); i++) {
      Loop loop = new Loop(this);
      loops.add(loop);
      all =
          all.compose(v -> vertx.deployVerticle(loop, new DeploymentOptions())).mapEmpty();
    }
    return all.toCompletionStage().toCompletableFuture();
  }

  /** The port that is listened on; only known once it is open. */
  public int port() {
    return port;
  }

  public int connections() {
    return connections.get();
  }

  /** How many bytes of requests are held that have not arrived in full. */
  public long reading() {
    return reading.get();
  }

  /** From now on every answer is the last one of its connection. */
  public void announceClose() {
    closing = true;
  }

  /** Stops accepting; done when all answers are out, or the time is up. */
  public CompletableFuture<Void> close(Duration timeout) {
    closing = true;
    return Future.join(loops.stream().map(loop -> loop.shutdown(timeout)).toList())
        .<Void>mapEmpty()
        .toCompletionStage()
        .toCompletableFuture();
  }

  HttpServer newServer(Vertx vertx) {
    HttpServerConfig http = new HttpServerConfig()
        .setVersions(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1)
        .setHttp1Config(new Http1ServerConfig()
            .setMaxInitialLineLength(config.maxUrlBytes())
            .setMaxHeaderSize(config.maxHeaderBytes()))
        .setHandle100ContinueAutomatically(true)
        .setIdleTimeout(config.idleTimeout());
    FrontConfig.Tls tls = config.tls();
    if (tls == null) {
      return vertx.createHttpServer(http);
    }
    return vertx.createHttpServer(
        http,
        new ServerSSLOptions()
            .setKeyCertOptions(
                new PemKeyCertOptions().setCertPath(tls.certificate()).setKeyPath(tls.key())));
  }

  /** The same for all loops, also when any free port will do. */
  SocketAddress address() {
    return config.port() == 0
        ? SocketAddress.sharedRandomPort(Math.max(1, System.identityHashCode(this)), config.host())
        : SocketAddress.inetSocketAddress(config.port(), config.host());
  }

  void listening(int actual) {
    port = actual;
  }

  /** Takes room for a part of a request that is being read; false when there is none left. */
  boolean hold(int bytes) {
    if (reading.addAndGet(bytes) <= config.maxReadingBytes()) {
      return true;
    }
    reading.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    reading.addAndGet(-bytes);
  }

  boolean enter() {
    if (connections.incrementAndGet() <= config.maxConnections()) {
      return true;
    }
    connections.decrementAndGet();
    return false;
  }

  void leave() {
    connections.decrementAndGet();
  }

  void answered(Router.Match match, int status, long nanos) {
    Router.Entry entry = match.entry();
    log.answered(match.dialect().name(), entry == null ? "none" : entry.label(), status, nanos);
  }

  FrontConfig config() {
    return config;
  }

  Router router() {
    return router;
  }

  Gatekeeper gatekeeper() {
    return gatekeeper;
  }

  boolean closing() {
    return closing;
  }
}
