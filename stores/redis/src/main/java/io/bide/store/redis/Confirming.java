package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs scripts and answers once enough replicas have what they wrote.
 *
 * <p>WAIT asks the replicas about the last write of its own connection. So it is sent right behind the
 * script, on connections that are used for nothing else, and every such script writes something: otherwise
 * it would ask about an older write while the answer speaks of a newer state.
 */
final class Confirming {
  private static final int CONNECTIONS = 4;

  private final Clients.Dedicated connections;
  private final int replicas;
  private final Duration timeout;

  Confirming(Clients clients, RedisConfig config) {
    this.replicas = config.replicas();
    this.timeout = config.timeout();
    // A command also waits for those before it on the same connection.
    this.connections = clients.dedicated(CONNECTIONS, config.timeout().multipliedBy(3));
  }

  void refresh() {
    connections.refresh();
  }

  void reconnect() {
    connections.reconnect();
  }

  CompletableFuture<List<Object>> run(
      Script script, boolean withText, byte[][] keys, byte[][] arguments) {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connecting = connections.to(keys[0]);
    if (connecting.isCompletedExceptionally()) {
      return connecting.thenCompose(connection -> CompletableFuture.completedFuture(List.of()));
    }
    return connecting.thenCompose(connection -> run(connection, script, withText, keys, arguments));
  }

  private CompletableFuture<List<Object>> run(
      StatefulRedisConnection<byte[], byte[]> connection,
      Script script,
      boolean withText,
      byte[][] keys,
      byte[][] arguments) {
    RedisAsyncCommands<byte[], byte[]> commands = connection.async();
    RedisFuture<List<Object>> answer;
    RedisFuture<Long> confirmed;
    synchronized (connection) {
      answer = script.send(commands, withText, keys, arguments);
      confirmed = commands.waitForReplication(replicas, timeout.toMillis());
    }
    CompletableFuture<List<Object>> scripted = answer.toCompletableFuture();
    if (scripted.isCompletedExceptionally()) {
      return scripted;
    }
    CompletableFuture<Long> wait = confirmed.toCompletableFuture();
    return scripted.thenCompose(reply -> wait.thenApply(count -> {
      if (count < replicas) {
        throw new BideException(
            ErrorCode.UNKNOWN,
            count + " of " + replicas + " replicas have confirmed it within " + timeout
                + ", so a failover may lose it; repeat it with the same token");
      }
      return reply;
    }));
  }
}
