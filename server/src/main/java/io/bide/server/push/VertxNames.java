package io.bide.server.push;

import io.bide.engine.push.Names;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Vert.x's own resolver: it blocks no thread, so that names which are slow to resolve delay no others,
 * knows the hosts file, and remembers answers for as long as they are good.
 */
public final class VertxNames implements Names {
  private final VertxInternal vertx;

  public VertxNames(Vertx vertx) {
    this.vertx = (VertxInternal) vertx;
  }

  @Override
  public CompletableFuture<List<InetAddress>> addresses(String host) {
    return vertx
        .nameResolver()
        .resolveAll(host)
        .map(all -> all.stream().map(InetSocketAddress::getAddress).toList())
        .toCompletionStage()
        .toCompletableFuture();
  }
}
