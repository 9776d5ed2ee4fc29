package io.bide.bench.redisson;

import io.bide.DelayQueue;
import io.bide.Due;
import io.bide.Put;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.worker.Handler;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Bide in this process, with a worker. Default settings, but for a lease that a test can wait for. */
final class BideContender implements Contender {
  /** What a killed consumer held comes back after this time. */
  static final Duration LEASE = Duration.ofSeconds(3);

  private static final Topic TOPIC = Topic.of("bench");

  private final DelayQueue queue;
  private @Nullable Worker worker;

  BideContender(String redis) {
    queue = Engine.start(RedisStore.open(RedisConfig.at(redis)), EngineConfig.DEFAULT);
  }

  @Override
  public void put(Item item) {
    Due due = Due.at(Instant.ofEpochMilli(item.due()));
    queue
        .put(Put.to(TOPIC).body(item.text()).due(due).lease(LEASE).build())
        .join()
        .requireStored();
  }

  @Override
  public void consume(int consumers, Consumer<Item> work) {
    Handler handler =
        Handler.of(delivery -> work.accept(Item.parse(delivery.message().body().asText())));
    worker = Worker.builder(queue)
        .topic(TOPIC, handler, TopicOptions.concurrently(consumers))
        .start();
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    queue.close();
  }
}
