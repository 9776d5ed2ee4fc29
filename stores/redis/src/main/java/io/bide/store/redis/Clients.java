package io.bide.store.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The driver's clients and connections. They connect again by themselves and repeat nothing: what was in
 * flight when a connection was lost fails, and what is asked for meanwhile fails at once.
 */
final class Clients implements AutoCloseable {
  private static final Duration FIRST_RECONNECT = Duration.ofMillis(20);
  private static final Duration SLOWEST_RECONNECT = Duration.ofMillis(500);
  private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(2);
  /** An attempt to connect again that is under way ends before the threads do. */
  private static final Duration QUIET_AT_END = Duration.ofMillis(200);

  private final Address address;
  private final Duration timeout;
  private final ClientResources resources;
  private final AbstractRedisClient client;
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bide-redis-later");
        thread.setDaemon(true);
        return thread;
      });

  Clients(RedisConfig config) {
    address = Address.parse(config.url(), config.timeout());
    timeout = config.timeout();
    resources = DefaultClientResources.builder()
        .ioThreadPoolSize(2)
        .computationThreadPoolSize(2)
        .reconnectDelay(
            Delay.exponential(FIRST_RECONNECT, SLOWEST_RECONNECT, 2, TimeUnit.MILLISECONDS))
        .build();
    ClientOptions options = options(config);
    if (address.kind() == Address.Kind.CLUSTER) {
      RedisClusterClient cluster = RedisClusterClient.create(resources, address.uris());
      cluster.setOptions(clusterOptions(options));
      client = cluster;
    } else {
      RedisClient single = RedisClient.create(resources);
      single.setOptions(options);
      client = single;
    }
  }

  private static ClientOptions options(RedisConfig config) {
    ClientOptions.Builder options = ClientOptions.builder()
        .autoReconnect(true)
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .replayFilter(command -> true)
        .socketOptions(SocketOptions.builder().connectTimeout(config.timeout()).build())
        .timeoutOptions(TimeoutOptions.enabled());
    Path authorities = config.authorities();
    if (authorities != null) {
      options.sslOptions(SslOptions.builder()
          .jdkSslProvider()
          .trustManager(authorities.toFile())
          .build());
    }
    return options.build();
  }

  private static ClusterClientOptions clusterOptions(ClientOptions options) {
    ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
        .adaptiveRefreshTriggersTimeout(SLOWEST_RECONNECT)
        .enablePeriodicRefresh(TOPOLOGY_REFRESH)
        .build();
    return ClusterClientOptions.builder(options)
        .topologyRefreshOptions(refresh)
        .validateClusterNodeMembership(false)
        .build();
  }

  Address.Kind kind() {
    return address.kind();
  }

  private RedisURI uri() {
    return address.uris().get(0);
  }

  /** A connection for commands of all kinds. */
  RedisClusterAsyncCommands<byte[], byte[]> commands() {
    return client instanceof RedisClusterClient cluster
        ? cluster.connect(ByteArrayCodec.INSTANCE).async()
        : toOne(timeout).async();
  }

  private StatefulRedisConnection<byte[], byte[]> toOne(Duration patience) {
    StatefulRedisConnection<byte[], byte[]> connection =
        ((RedisClient) client).connect(ByteArrayCodec.INSTANCE, uri());
    connection.setTimeout(patience);
    return connection;
  }

  StatefulRedisPubSubConnection<byte[], byte[]> subscription() {
    return client instanceof RedisClusterClient cluster
        ? cluster.connectPubSub(ByteArrayCodec.INSTANCE)
        : ((RedisClient) client).connectPubSub(ByteArrayCodec.INSTANCE, uri());
  }

  /** Finds the connection to the server that holds a key. */
  interface Dedicated {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to(byte[] key);

    /** What is known of where keys are turned out to be wrong. */
    void refresh();

    /** The server is no master any more. */
    void reconnect();
  }

  /** Connections of which nobody else makes use, and that wait longer than others. */
  Dedicated dedicated(int howMany, Duration patience) {
    if (client instanceof RedisClusterClient cluster) {
      StatefulRedisClusterConnection<byte[], byte[]> all = cluster.connect(ByteArrayCodec.INSTANCE);
      return new OfCluster(cluster, all, patience);
    }
    List<StatefulRedisConnection<byte[], byte[]>> connections = new ArrayList<>();
    for (int i = 0; i < howMany; i++) {
      connections.add(toOne(patience));
    }
    return new OfOne(List.copyOf(connections));
  }

  private record OfOne(List<StatefulRedisConnection<byte[], byte[]>> connections)
      implements Dedicated {
    @Override
    public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to(byte[] key) {
      // Calls of one partition go through one connection, so that they stay in order.
      int index = SlotHash.getSlot(key) % connections.size();
      return CompletableFuture.completedFuture(connections.get(index));
    }

    @Override
    public void refresh() {
      // There is only one server; the driver finds it.
    }

    @Override
    public void reconnect() {
      for (StatefulRedisConnection<byte[], byte[]> connection : connections) {
        var unused = connection.async().quit();
      }
    }
  }

  private record OfCluster(
      RedisClusterClient client,
      StatefulRedisClusterConnection<byte[], byte[]> all,
      Duration patience)
      implements Dedicated {
    @Override
    public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to(byte[] key) {
      @Nullable RedisClusterNode node = all.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
      if (node == null) {
        return CompletableFuture.failedFuture(
            new IllegalStateException("no master of the Cluster holds this key"));
      }
      return all.getConnectionAsync(node.getNodeId()).thenApply(connection -> {
        connection.setTimeout(patience);
        return connection;
      });
    }

    @Override
    public void refresh() {
      var unused = client.refreshPartitionsAsync();
    }

    @Override
    public void reconnect() {
      refresh();
    }
  }

  /** Runs something a little later. */
  void later(Duration delay, Runnable task) {
    try {
      var unused = later.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // It is being closed: the task finds that out.
      task.run();
    }
  }

  @Override
  public void close() {
    later.shutdownNow();
    client.shutdown(Duration.ZERO, PATIENCE_AT_END);
    var unused = resources.shutdown(
        QUIET_AT_END.toMillis(), PATIENCE_AT_END.toMillis(), TimeUnit.MILLISECONDS);
  }
}
