package io.bide.bench.redisson;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Redisson's delayed queue, which moves what is due to a blocking queue that threads take from. With a
 * codec that does nothing, and a connection for every thread that may wait.
 */
@SuppressWarnings("deprecation") // Redisson points to its paid edition instead.
final class RedissonContender implements Contender {
  private static final String QUEUE = Ground.PREFIX + "queue";
  private static final int CONNECTIONS = 256;
  private static final long POLL_SECONDS = 1;

  private final RedissonClient client;
  private final RBlockingQueue<String> ready;
  private final RDelayedQueue<String> delayed;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  RedissonContender(String redis) {
    Config config = new Config();
    config.setCodec(StringCodec.INSTANCE);
    config
        .useSingleServer()
        .setAddress(redis)
        .setConnectionPoolSize(CONNECTIONS)
        .setConnectionMinimumIdleSize(CONNECTIONS / 2);
    client = Redisson.create(config);
    ready = client.getBlockingQueue(QUEUE);
    delayed = client.getDelayedQueue(ready);
  }

  @Override
  public void put(Item item) {
    long delay = Math.max(0, item.due() - System.currentTimeMillis());
    delayed.offer(item.text(), delay, TimeUnit.MILLISECONDS);
  }

  @Override
  public void consume(int consumers, Consumer<Item> work) {
    for (int i = 1; i <= consumers; i++) {
      Thread thread = new Thread(() -> take(work), "bide-bench-redisson-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void take(Consumer<Item> work) {
    try {
      while (!stopped) {
        String text = ready.poll(POLL_SECONDS, TimeUnit.SECONDS);
        if (text != null) {
          work.accept(Item.parse(text));
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }

  @Override
  public Duration silence() {
    return Duration.ofSeconds(5 * POLL_SECONDS);
  }

  @Override
  public void close() {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
    delayed.destroy();
    client.shutdown(0, 5, TimeUnit.SECONDS);
  }
}
