package io.bide.server;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.dialect.Dialect;
import io.bide.engine.Engine;
import io.bide.engine.push.Pusher;
import io.bide.server.auth.KeyRing;
import io.bide.server.operate.Health;
import io.bide.server.operate.Metrics;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that runs: a queue, and a port where it can be reached. Made by {@link Assembly}; stopped by
 * {@link #close}, which is all that it needs. Several may run in one process.
 */
public final class Node implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Node.class);

  /** Of the time that stopping may take, the share of answers under way; the rest is the store's. */
  private static final double SHARE_OF_ANSWERS = 0.6;

  /** Added to that of the answers, with which it overlaps. */
  private static final double SHARE_OF_PUSHES = 0.1;

  private final Facts facts;
  private final Parts parts;
  private final Duration stopTimeout;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * What an operator wants to know of a node.
   *
   * @param ownAddresses of dialects that have a port of their own, by name
   * @param keysNeeded whether nobody gets in without a key
   * @param certificate the file, when the address is one of HTTPS
   */
  public record Facts(
      String version,
      URI address,
      Map<String, URI> ownAddresses,
      String store,
      String durability,
      Path data,
      boolean keysNeeded,
      @Nullable Path certificate) {}

  /** What a node is made of. */
  record Parts(
      Engine engine,
      KeyRing keys,
      Vertx vertx,
      Health health,
      Metrics metrics,
      List<Dialect> dialects,
      Fronts fronts,
      Pusher pusher) {}

  Node(Facts facts, Parts parts, Duration stopTimeout) {
    this.facts = facts;
    this.parts = parts;
    this.stopTimeout = stopTimeout;
  }

  public Facts facts() {
    return facts;
  }

  /** Where it can be reached. */
  public URI address() {
    return facts.address();
  }

  List<Dialect> dialects() {
    return parts.dialects();
  }

  /** The queue itself, for whoever lives in the same process. */
  public DelayQueue queue() {
    return parts.engine();
  }

  /** Completed when the store has failed for good, with the reason; the node is of no use any more. */
  public CompletableFuture<BideException> failure() {
    return parts.engine().failure();
  }

  /**
   * Stops: is no longer ready, takes no more connections, answers claims that wait, finishes what is
   * under way, closes the store. Blocks until done, for about as long as stopping may take at most.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    parts.health().stopping();
    CompletableFuture<Void> answered = parts.fronts().close(share(SHARE_OF_ANSWERS));
    CompletableFuture<Void> pushed = parts.pusher().stop();
    parts.engine().stopWaiting();
    await(answered, "answers are still under way", stopTimeout);
    // What is not delivered by then comes back when its lease has ended.
    await(pushed, "messages are still on their way", share(SHARE_OF_PUSHES));
    closeQuietly();
    log.info("Stopped");
  }

  private void closeQuietly() {
    parts.dialects().forEach(Dialect::close);
    parts.keys().close();
    parts.metrics().close();
    try {
      parts.engine().close();
    } finally {
      await(
          parts.vertx().close().toCompletionStage().toCompletableFuture(),
          "connections are still open",
          stopTimeout);
    }
  }

  private Duration share(double part) {
    return Duration.ofMillis((long) (stopTimeout.toMillis() * part));
  }

  private static void await(CompletableFuture<Void> future, String otherwise, Duration most) {
    try {
      future.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      log.warn("Going on although {} after {}", otherwise, most);
    } catch (ExecutionException e) {
      log.warn("Going on although stopping was not smooth: {}", String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
