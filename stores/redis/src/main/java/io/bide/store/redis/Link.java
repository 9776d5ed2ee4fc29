package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.SystemTime;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands and scripts to Redis and says what became of them. Nothing whose outcome is unknown is ever
 * sent twice; what Redis has refused for a moment, because a slot is on its way to another server, is tried
 * again for as long as a call may take.
 */
final class Link implements AutoCloseable {
  private static final Duration AGAIN = Duration.ofMillis(20);

  private final Clients clients;
  private final Duration timeout;
  private final RedisClusterAsyncCommands<byte[], byte[]> commands;
  private final StatefulRedisPubSubConnection<byte[], byte[]> subscription;
  private final @Nullable Confirming confirming;
  private final Presence presence = new Presence();

  private Link(Clients clients, RedisConfig config) {
    this.clients = clients;
    this.timeout = config.timeout();
    this.commands = clients.commands();
    this.subscription = clients.subscription();
    this.confirming = config.durability() == RedisConfig.Durability.REPLICATED
        ? new Confirming(clients, config)
        : null;
  }

  /** Connects; blocks. */
  static Link open(RedisConfig config) {
    Clients clients = new Clients(config);
    try {
      Link link = new Link(clients, config);
      link.load();
      return link;
    } catch (RuntimeException e) {
      clients.close();
      throw Failures.atStart(config, e);
    }
  }

  /** Scripts that are known to Redis need not be sent with their text, which would let others overtake. */
  private void load() {
    CompletableFuture<?>[] loading = new CompletableFuture<?>[Script.values().length];
    int i = 0;
    for (Script script : Script.values()) {
      loading[i++] = commands.scriptLoad(Packer.utf8(script.text())).toCompletableFuture();
    }
    CompletableFuture.allOf(loading).join();
  }

  Address.Kind kind() {
    return clients.kind();
  }

  /** Whether a script has to write something, because somebody waits until that is replicated. */
  boolean mustWrite(Script script) {
    return confirming != null && script.changes();
  }

  /** Sends a command that changes something. */
  <T> CompletableFuture<T> write(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    CompletableFuture<T> answer = sending(() -> command.apply(commands).toCompletableFuture());
    boolean rejected = answer.isCompletedExceptionally();
    return failing(answer, error -> Failures.of(error, !rejected));
  }

  /** Sends a command that only looks. */
  <T> CompletableFuture<T> read(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    CompletableFuture<T> answer = sending(() -> command.apply(commands).toCompletableFuture());
    boolean rejected = answer.isCompletedExceptionally();
    return failing(answer, error -> rejected ? Failures.of(error, false) : Failures.ofRead(error));
  }

  /** A command that the driver does not know where to send has failed like one that was refused. */
  private static <T> CompletableFuture<T> sending(Supplier<CompletableFuture<T>> command) {
    try {
      return command.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private <T> CompletableFuture<T> failing(
      CompletableFuture<T> answer, Function<Throwable, BideException> failure) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = answer.whenComplete((value, error) -> {
      if (error == null) {
        presence.answered();
        result.complete(value);
      } else {
        result.completeExceptionally(noted(failure.apply(error)));
      }
    });
    return result;
  }

  private BideException noted(BideException failure) {
    presence.failed(failure);
    return failure;
  }

  /** Runs a script; one that Redis does not know is sent with its text. */
  CompletableFuture<List<Object>> run(Script script, byte[][] keys, byte[][] arguments) {
    CompletableFuture<List<Object>> result = new CompletableFuture<>();
    new Attempt(script, keys, arguments, result).send(false);
    return result;
  }

  /** One script on its way to an answer. */
  private final class Attempt {
    private final Script script;
    private final byte[][] keys;
    private final byte[][] arguments;
    private final CompletableFuture<List<Object>> result;
    private final long start = SystemTime.nanos();

    Attempt(
        Script script, byte[][] keys, byte[][] arguments, CompletableFuture<List<Object>> result) {
      this.script = script;
      this.keys = keys;
      this.arguments = arguments;
      this.result = result;
    }

    void send(boolean withText) {
      CompletableFuture<List<Object>> answer = sending(() -> dispatch(withText));
      boolean rejected = answer.isCompletedExceptionally();
      var unused = answer.whenComplete((reply, error) -> {
        if (error == null) {
          presence.answered();
          result.complete(reply);
        } else {
          failed(Failures.plain(error), rejected);
        }
      });
    }

    private CompletableFuture<List<Object>> dispatch(boolean withText) {
      if (confirming != null && script.changes()) {
        return confirming.run(script, withText, keys, arguments);
      }
      return script.send(commands, withText, keys, arguments).toCompletableFuture();
    }

    private void failed(Throwable error, boolean rejected) {
      String text = Failures.replyOf(error);
      boolean inTime = SystemTime.nanos() - start < timeout.toNanos();
      if (text.startsWith("NOSCRIPT")) {
        send(true);
      } else if (inTime && Failures.isAboutSlots(text)) {
        if (confirming != null) {
          confirming.refresh();
        }
        clients.later(AGAIN, () -> send(false));
      } else {
        if (Failures.has(text, "READONLY")) {
          lookForTheMaster();
        }
        BideException failure = Failures.of(error, !rejected);
        // A script that runs says that Redis works, whatever else it says.
        boolean ran =
            text.contains("BIDE") || (failure.code() == ErrorCode.UNKNOWN && !text.isEmpty());
        result.completeExceptionally(ran ? failure : noted(failure));
      }
    }
  }

  /** The server we talk to is a replica now. Redis closes the connection, and the driver finds the master. */
  private void lookForTheMaster() {
    if (clients.kind() == Address.Kind.SENTINEL) {
      var unused = commands.quit();
      if (confirming != null) {
        confirming.reconnect();
      }
    }
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

  /** Waits for an answer; only while the store is opened. */
  <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (RuntimeException e) {
      throw Failures.of(e, true);
    }
  }

  @Override
  public void close() {
    clients.close();
  }

  /** What a closed link answers. */
  static BideException closed() {
    return new BideException(ErrorCode.CLOSED, "the store has been closed; open it again");
  }
}
