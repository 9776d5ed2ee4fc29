package io.bide.bench.http;

import io.bide.Body;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.worker.Handler;
import io.bide.worker.Outcome;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that each make one call of the client after the other, and wait for each answer. */
final class ClientLoad {
  /** More than two cores hand out through the client. */
  private static final int STOCK_PER_SECOND = 40_000;

  private static final int FILL = 500;
  private static final Duration TOMORROW = Duration.ofDays(1);

  private final DelayQueue client;
  private final int threads;
  private final int batch;
  private final Body body;

  ClientLoad(DelayQueue client, HttpOptions options) {
    this.client = client;
    this.threads = options.connections();
    this.batch = options.batch();
    this.body = Body.text("x".repeat(options.body()));
  }

  /** Does something about messages once; says how many, zero to stop. */
  @FunctionalInterface
  private interface Work {
    int once();
  }

  /** Puts of one message each. */
  Contestant puts(Topic topic) {
    Put put = Put.to(topic).body(body).delay(TOMORROW).build();
    return (seconds, tally) -> run(seconds, tally, () -> {
      client.put(put).join().requireStored();
      return 1;
    });
  }

  /** Claims of a batch, each message of which is acknowledged by a call of its own. */
  Contestant cycle(Topic topic) {
    long[] stock = {0};
    return (seconds, tally) -> {
      stock[0] += fill(topic, (long) (seconds * STOCK_PER_SECOND) - stock[0]);
      long before = tally.messages();
      run(seconds, tally, () -> claimAndAck(topic));
      stock[0] -= tally.messages() - before;
    };
  }

  /** A worker whose handler returns at once. */
  Contestant worker(Topic topic, TopicOptions options) {
    AtomicLong stock = new AtomicLong();
    return (seconds, tally) -> {
      stock.addAndGet(fill(topic, (long) (seconds * STOCK_PER_SECOND) - stock.get()));
      CountDownLatch empty = new CountDownLatch(1);
      long before = stock.get();
      long start = System.nanoTime();
      Worker worker = Worker.builder(client)
          .topic(topic, Handler.of(delivery -> {}), options)
          .listener(new WorkerListener() {
            @Override
            public void settled(Delivery delivery, Outcome outcome) {
              if (stock.decrementAndGet() == 0) {
                empty.countDown();
              }
            }
          })
          .start();
      await(empty, seconds);
      tally.plus(before - stock.get(), (System.nanoTime() - start) / 1e9);
      worker.close();
    };
  }

  private static void await(CountDownLatch empty, double seconds) {
    try {
      boolean unused = empty.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }

  private long fill(Topic topic, long messages) {
    List<Put> puts = Collections.nCopies(FILL, Put.to(topic).body(body).build());
    long put = 0;
    while (put < messages) {
      client.put(puts).join();
      put += FILL;
    }
    return put;
  }

  private int claimAndAck(Topic topic) {
    Claimed claimed = client.claim(Claim.from(topic).max(batch)).join();
    List<CompletableFuture<SettleResult>> acks = claimed.deliveries().stream()
        .map(delivery -> client.ack(delivery.requireReceipt()))
        .toList();
    for (CompletableFuture<SettleResult> ack : acks) {
      if (!ack.join().ok()) {
        throw new IllegalStateException("an ack was refused: " + ack.join());
      }
    }
    return acks.size();
  }

  private void run(double seconds, Tally tally, Work work) {
    long start = System.nanoTime();
    long deadline = start + (long) (seconds * 1e9);
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<Tally> parts = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Tally part = new Tally();
      parts.add(part);
      Thread thread = new Thread(() -> repeat(work, deadline, part, failure), "bide-bench-" + i);
      running.add(thread);
      thread.start();
    }
    running.forEach(ClientLoad::await);
    if (failure.get() != null) {
      throw new IllegalStateException("a call failed", failure.get());
    }
    parts.forEach(tally::add);
    tally.ran((System.nanoTime() - start) / 1e9);
  }

  private static void repeat(
      Work work, long deadline, Tally tally, AtomicReference<@Nullable RuntimeException> failure) {
    try {
      while (System.nanoTime() < deadline && failure.get() == null) {
        long before = System.nanoTime();
        int messages = work.once();
        if (messages == 0) {
          return;
        }
        tally.add(messages, System.nanoTime() - before);
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }
}
