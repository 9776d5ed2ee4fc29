package io.bide.worker;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what a {@link Worker} does. Not thread-safe. */
public final class WorkerBuilder {
  /** How long a claim waits at the queue before it is made anew. */
  public static final Duration DEFAULT_POLL = Duration.ofSeconds(20);

  private final DelayQueue queue;
  private final Map<Topic, Service> services = new LinkedHashMap<>();
  private final Map<Topic, Supplier<CompletableFuture<Void>>> steps = new HashMap<>();
  private final Set<Topic> paused = new HashSet<>();
  private WorkerListener listener = WorkerListener.NONE;
  private Duration poll = DEFAULT_POLL;
  private @Nullable Executor executor;
  private @Nullable Timing timing;

  private record Service(Handler handler, TopicOptions options) {}

  WorkerBuilder(DelayQueue queue) {
    this.queue = queue;
    if (queue instanceof Workplace place) {
      executor = place.executor();
      timing = place.timing();
      poll = place.poll();
    }
  }

  /** Does this work with each message of a topic of the default namespace. */
  public WorkerBuilder topic(String topic, Handler.Work work) {
    return topic(Topic.of(topic), Handler.of(work), TopicOptions.DEFAULT);
  }

  public WorkerBuilder topic(String topic, Handler.Work work, TopicOptions options) {
    return topic(Topic.of(topic), Handler.of(work), options);
  }

  public WorkerBuilder topic(String topic, Handler handler) {
    return topic(Topic.of(topic), handler, TopicOptions.DEFAULT);
  }

  public WorkerBuilder topic(String topic, Handler handler, TopicOptions options) {
    return topic(Topic.of(topic), handler, options);
  }

  /**
   * Handles the messages of a topic.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} if the topic has a handler already
   */
  public WorkerBuilder topic(Topic topic, Handler handler, TopicOptions options) {
    if (services.putIfAbsent(topic, new Service(handler, options)) != null) {
      throw BideException.invalid("topic", topic + " has a handler already; give one");
    }
    return this;
  }

  /**
   * Runs handlers here. Left out, each has a virtual thread where the JVM has them, and otherwise one
   * of as many threads as handlers may run. An executor given here stays the caller's.
   */
  public WorkerBuilder executor(Executor value) {
    executor = value;
    return this;
  }

  /** Tells what happens, to metrics for example. */
  public WorkerBuilder listener(WorkerListener value) {
    listener = value;
    return this;
  }

  /** How long a claim waits at the queue before it is made anew; 20 s by default. */
  public WorkerBuilder poll(Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw BideException.invalid("poll", "is " + value + "; it must be longer than zero");
    }
    poll = value;
    return this;
  }

  /**
   * Claims nothing of a topic before this step has succeeded; while it fails it is tried again, as
   * claims are. The topic may be one of death notices.
   */
  public WorkerBuilder before(Topic topic, Supplier<CompletableFuture<Void>> step) {
    steps.put(topic, step);
    return this;
  }

  /** Takes nothing of a topic until it is {@linkplain Worker#resume(Topic) resumed}. */
  public WorkerBuilder paused(Topic topic) {
    paused.add(topic);
    return this;
  }

  /** The system's by default. A timing given here is closed with the worker. */
  public WorkerBuilder timing(Timing value) {
    timing = value;
    return this;
  }

  /**
   * Begins to work.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} if no topic was named
   */
  public Worker start() {
    if (services.isEmpty()) {
      throw BideException.invalid("topics", "are missing; name one and its handler");
    }
    Timing time = timing != null ? timing : Timing.system();
    ExecutorService own = executor == null ? Threads.forHandlers(mostCalls()) : null;
    Executor used = executor != null ? executor : Objects.requireNonNull(own);
    Means means = new Means(queue, time, used, new Hearing(listener), poll);
    Map<Topic, List<Lane>> lanes = new LinkedHashMap<>();
    services.forEach((topic, service) -> lanes.put(topic, lanes(means, topic, service)));
    paused.forEach(topic -> lanes.getOrDefault(topic, List.of()).forEach(Lane::pause));
    lanes.values().forEach(some -> some.forEach(Lane::start));
    return new Worker(time, own, lanes);
  }

  private List<Lane> lanes(Means means, Topic topic, Service service) {
    TopicOptions options = service.options();
    List<Lane> made = new ArrayList<>(2);
    made.add(new Lane(
        means,
        topic,
        service.handler(),
        options,
        steps.getOrDefault(topic, WorkerBuilder::noStep)));
    Handler deadLetters = options.deadLetters();
    if (deadLetters != null) {
      made.add(new Lane(
          means,
          topic.deathNotices(),
          deadLetters,
          options,
          () -> switchNoticesOn(means.queue(), topic)));
    }
    return made;
  }

  private static CompletableFuture<Void> noStep() {
    return CompletableFuture.completedFuture(null);
  }

  /** Makes sure that the deaths of a topic are told. */
  private static CompletableFuture<Void> switchNoticesOn(DelayQueue queue, Topic topic) {
    return queue
        .settings(topic)
        .thenCompose(settings -> settings.deathNotices()
            ? CompletableFuture.completedFuture(null)
            : queue.configure(topic, settings.change().deathNotices(true).build()));
  }

  private int mostCalls() {
    return services.values().stream()
        .map(Service::options)
        .mapToInt(options -> options.concurrency() * (options.deadLetters() == null ? 1 : 2))
        .sum();
  }
}
