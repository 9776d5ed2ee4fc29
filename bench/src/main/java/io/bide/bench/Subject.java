package io.bide.bench;

import io.bide.Body;
import io.bide.Claim;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Put;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.bench.bed.Directory;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** The queue that is measured, with default settings, and the calls that all benchmarks make. */
final class Subject implements AutoCloseable {
  static final Topic TOPIC = Topic.of("bench");

  /** Keys in a Redis that are nobody else's, also not those of a server that is measured beside. */
  private static final String PREFIX = "bide-bench-in-process:";

  private final DelayQueue queue;
  private final int batch;
  private final Body body;

  private Subject(DelayQueue queue, int batch, Body body) {
    this.queue = queue;
    this.batch = batch;
    this.body = body;
  }

  /** Opens what is in the store. */
  static Subject open(Options options) {
    byte[] body = new byte[options.body()];
    ThreadLocalRandom.current().nextBytes(body);
    DelayQueue queue = Engine.start(store(options), EngineConfig.DEFAULT);
    try {
      queue.configure(TOPIC, settings(options)).join();
    } catch (RuntimeException e) {
      queue.close(); // Its threads would keep the process.
      throw e;
    }
    return new Subject(queue, options.batch(), Body.of(body));
  }

  private static Store store(Options options) {
    return options.isEmbedded()
        ? RocksStore.open(RocksConfig.at(options.dir()))
        : RedisStore.open(RedisConfig.at(options.store()).prefix(PREFIX));
  }

  private static TopicSettings settings(Options options) {
    return TopicSettings.builder()
        .retention(Duration.ofSeconds(options.retention()))
        .build();
  }

  /** Opens an empty one. */
  static Subject openEmpty(Options options) {
    clear(options);
    return open(options);
  }

  /** Removes what is in the store, if it is open nowhere. */
  static void clear(Options options) {
    if (options.isEmbedded()) {
      Directory.delete(options.dir());
    } else {
      try (Subject subject = open(options)) {
        long unused = subject.queue.purge(TOPIC).join();
      }
    }
  }

  DelayQueue queue() {
    return queue;
  }

  int batch() {
    return batch;
  }

  /** Puts one batch. */
  CompletableFuture<Integer> put(Supplier<Due> due) {
    return put(batch, due);
  }

  CompletableFuture<Integer> put(int count, Supplier<Due> due) {
    List<Put> puts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      puts.add(Put.to(TOPIC).id(randomId()).body(body).due(due.get()).build());
    }
    return queue.put(puts).thenApply(results -> {
      results.forEach(result -> result.requireStored());
      return count;
    });
  }

  /** Puts that leave it to the queue to name messages. */
  CompletableFuture<Integer> putWithoutIds(int count, Supplier<Due> due) {
    List<Put> puts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      puts.add(Put.to(TOPIC).body(body).due(due.get()).build());
    }
    return queue.put(puts).thenApply(List::size);
  }

  /** A batch claimed and acknowledged; zero when nothing came. */
  CompletableFuture<Integer> claimAndAck(Duration wait) {
    return claim(wait).thenCompose(this::ack);
  }

  CompletableFuture<List<Delivery>> claim(Duration wait) {
    return queue
        .claim(Claim.from(TOPIC).max(batch).waiting(wait))
        .thenApply(claimed -> claimed.deliveries());
  }

  CompletableFuture<Integer> ack(List<Delivery> deliveries) {
    if (deliveries.isEmpty()) {
      return CompletableFuture.completedFuture(0);
    }
    return queue
        .settle(deliveries.stream()
            .map(delivery -> new Settle.Ack(delivery.requireReceipt()))
            .toList())
        .thenApply(results -> {
          if (!results.stream().allMatch(SettleResult::ok)) {
            throw new IllegalStateException("an ack was refused: " + results);
          }
          return results.size();
        });
  }

  private static String randomId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
  }

  @Override
  public void close() {
    queue.close();
  }
}
