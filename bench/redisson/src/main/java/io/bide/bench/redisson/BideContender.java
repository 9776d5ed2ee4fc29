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

/** Bide in this process, with a worker. Default settings, but for what its consumers need. */
final class BideContender implements Contender {
  /** What a killed consumer held comes back after this time; short, because that is waited for. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  /** What {@link TopicOptions#prefetch} is for: the work is quicker than a claim. */
  private static final int AHEAD = 8;

  private static final int MESSAGES_PER_CLAIM = 500;

  private static final Topic TOPIC = Topic.of("bench");

  private final DelayQueue queue;
  private @Nullable Worker worker;

  BideContender(String redis) {
    queue = Engine.start(
        RedisStore.open(RedisConfig.at(redis).prefix(Ground.PREFIX)), EngineConfig.DEFAULT);
  }

  @Override
  public void put(Item item) {
    Due due = Due.at(Instant.ofEpochMilli(item.due()));
    queue.put(Put.to(TOPIC).body(item.text()).due(due).build()).join().requireStored();
  }

  @Override
  public void consume(int consumers, Consumer<Item> work) {
    Handler handler =
        Handler.of(delivery -> work.accept(Item.parse(delivery.message().body().asText())));
    TopicOptions options = TopicOptions.concurrently(consumers)
        .prefetch(AHEAD * consumers)
        .batchSize(MESSAGES_PER_CLAIM)
        .lease(LEASE);
    worker = Worker.builder(queue).topic(TOPIC, handler, options).start();
  }

  @Override
  public Duration silence() {
    return LEASE.multipliedBy(10);
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    queue.close();
  }
}
