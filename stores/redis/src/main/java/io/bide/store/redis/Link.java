package io.bide.store.redis;

import io.bide.BideException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The connections to Redis. The driver connects again by itself and repeats nothing: what was in flight
 * when a connection was lost is unknown, and what is asked for meanwhile fails at once.
 */
final class Link implements AutoCloseable {
  private static final Duration RECONNECT_AT_MOST = Duration.ofMillis(500);

  private final ClientResources resources;
  private final AbstractRedisClient client;
  private final StatefulConnection<byte[], byte[]> connection;
  private final RedisClusterAsyncCommands<byte[], byte[]> commands;
  private final StatefulRedisPubSubConnection<byte[], byte[]> subscription;

  Link(Address address, Duration timeout) {
    resources = DefaultClientResources.builder()
        .ioThreadPoolSize(2)
        .computationThreadPoolSize(2)
        .reconnectDelay(Delay.exponential(
            Duration.ofMillis(20), RECONNECT_AT_MOST, 2, TimeUnit.MILLISECONDS))
        .build();
    if (address.kind() == Address.Kind.CLUSTER) {
      RedisClusterClient cluster = RedisClusterClient.create(resources, address.uris());
      cluster.setOptions(clusterOptions(timeout));
      client = cluster;
      StatefulRedisClusterConnection<byte[], byte[]> toAll =
          opening(() -> cluster.connect(ByteArrayCodec.INSTANCE));
      connection = toAll;
      commands = toAll.async();
      subscription = opening(() -> cluster.connectPubSub(ByteArrayCodec.INSTANCE));
    } else {
      RedisClient single = RedisClient.create(resources);
      single.setOptions(options(timeout));
      client = single;
      RedisURI uri = address.uris().get(0);
      StatefulRedisConnection<byte[], byte[]> toOne =
          opening(() -> single.connect(ByteArrayCodec.INSTANCE, uri));
      connection = toOne;
      commands = toOne.async();
      subscription = opening(() -> single.connectPubSub(ByteArrayCodec.INSTANCE, uri));
    }
  }

  private interface Opening<T> {
    T open();
  }

  /** A client that cannot connect must not leave its threads behind. */
  private <T> T opening(Opening<T> opening) {
    try {
      return opening.open();
    } catch (RuntimeException e) {
      stop();
      throw e;
    }
  }

  private static ClientOptions options(Duration timeout) {
    return common(ClientOptions.builder(), timeout).build();
  }

  private static ClientOptions.Builder common(ClientOptions.Builder options, Duration timeout) {
    return options
        .autoReconnect(true)
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .replayFilter(command -> true)
        .socketOptions(
            SocketOptions.builder().connectTimeout(timeout).tcpNoDelay(true).build())
        .timeoutOptions(TimeoutOptions.enabled(timeout));
  }

  private static ClusterClientOptions clusterOptions(Duration timeout) {
    ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
        .enableAllAdaptiveRefreshTriggers()
        .adaptiveRefreshTriggersTimeout(RECONNECT_AT_MOST)
        .enablePeriodicRefresh(Duration.ofSeconds(30))
        .build();
    return ClusterClientOptions.builder(options(timeout))
        .topologyRefreshOptions(refresh)
        .validateClusterNodeMembership(false)
        .build();
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  /** Whether every script has to write something, because somebody waits until it is replicated. */
  boolean mustWrite() {
    return false;
  }

  /** Sends a command that changes something. */
  <T> CompletableFuture<T> write(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    CompletableFuture<T> answer = command.apply(commands).toCompletableFuture();
    boolean rejected = answer.isCompletedExceptionally();
    return failing(answer, error -> Failures.of(error, !rejected));
  }

  /** Sends a command that only looks. */
  <T> CompletableFuture<T> read(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    return failing(command.apply(commands).toCompletableFuture(), Failures::ofRead);
  }

  private static <T> CompletableFuture<T> failing(
      CompletableFuture<T> answer, Function<Throwable, BideException> failure) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = answer.whenComplete((value, error) -> {
      if (error == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(failure.apply(error));
      }
    });
    return result;
  }

  /** Runs a script; one that Redis does not know is sent with its text. */
  CompletableFuture<List<Object>> run(Script script, byte[][] keys, byte[][] arguments) {
    CompletableFuture<List<Object>> answer = commands
        .<List<Object>>evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments)
        .toCompletableFuture();
    boolean rejected = answer.isCompletedExceptionally();
    CompletableFuture<List<Object>> result = new CompletableFuture<>();
    var unused = answer.whenComplete((reply, error) -> {
      if (error == null) {
        result.complete(reply);
      } else if (String.valueOf(Failures.plain(error).getMessage()).startsWith("NOSCRIPT")) {
        runWithText(script, keys, arguments, result);
      } else {
        result.completeExceptionally(Failures.of(error, !rejected));
      }
    });
    return result;
  }

  private void runWithText(
      Script script, byte[][] keys, byte[][] arguments, CompletableFuture<List<Object>> result) {
    CompletableFuture<List<Object>> answer = commands
        .<List<Object>>eval(Packer.utf8(script.text()), ScriptOutputType.MULTI, keys, arguments)
        .toCompletableFuture();
    boolean rejected = answer.isCompletedExceptionally();
    var unused = answer.whenComplete((reply, error) -> {
      if (error == null) {
        result.complete(reply);
      } else {
        result.completeExceptionally(Failures.of(error, !rejected));
      }
    });
  }

  /** Hears what is published on these channels; blocks until it does. */
  void subscribe(BiConsumer<byte[], byte[]> listener, byte[]... channels) {
    subscription.addListener(new RedisPubSubAdapter<byte[], byte[]>() {
      @Override
      public void message(byte[] channel, byte[] message) {
        listener.accept(channel, message);
      }
    });
    subscription.sync().subscribe(channels);
  }

  @Override
  public void close() {
    stop();
  }

  private void stop() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
