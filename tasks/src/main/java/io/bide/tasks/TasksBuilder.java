package io.bide.tasks;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.worker.Handler;
import io.bide.worker.Timing;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerBuilder;
import io.bide.worker.WorkerListener;
import io.bide.worker.Workplace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Collects the queues and workers of {@link Tasks}. Not thread-safe. */
public final class TasksBuilder {
  private final DelayQueue queue;
  private final WorkerBuilder worker;
  private final Map<QueueSpec, QueueOptions> queues = new LinkedHashMap<>();
  private final Map<String, List<TaskWorker<?>>> workers = new LinkedHashMap<>();
  private String namespace = Topic.DEFAULT_NAMESPACE;
  private InstantSource clock;
  private FailedTask.@Nullable Handler onFailure;

  TasksBuilder(DelayQueue queue) {
    this.queue = queue;
    this.worker = Worker.builder(queue);
    this.clock = queue instanceof Workplace place ? place.clock() : SystemTime.clock();
  }

  /**
   * Names a queue, {@code name} or {@code name:mode}, with default options.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} if it cannot be read
   */
  public TasksBuilder queue(String spec) {
    return queue(spec, QueueOptions.DEFAULT);
  }

  public TasksBuilder queue(String spec, QueueOptions options) {
    QueueSpec parsed = QueueSpec.parse(spec);
    if (queues.keySet().stream().anyMatch(known -> known.name().equals(parsed.name()))) {
      throw BideException.invalid("queue", parsed.name() + " is named twice");
    }
    options.checkFor(parsed);
    queues.put(parsed, options);
    return this;
  }

  /** Does the tasks of its type; see there for several workers of one type. */
  public TasksBuilder worker(TaskWorker<?> one) {
    workers
        .computeIfAbsent(TaskInfo.checkedType(one.type()), type -> new ArrayList<>())
        .add(one);
    return this;
  }

  /**
   * Told of every task of a safe queue that has failed for good: because its retries were used up, or
   * because it grew too old. Told at least once, in one of the processes that ask for it, also of what
   * failed while none of them ran.
   */
  public TasksBuilder onFailure(FailedTask.Handler handler) {
    onFailure = handler;
    return this;
  }

  /** Where the topics of the queues are; the default namespace if it is not said. */
  public TasksBuilder namespace(String name) {
    namespace = name;
    return this;
  }

  /** See {@link WorkerBuilder#executor}. */
  public TasksBuilder executor(Executor executor) {
    worker.executor(executor);
    return this;
  }

  /** See {@link WorkerBuilder#listener}. */
  public TasksBuilder listener(WorkerListener listener) {
    worker.listener(listener);
    return this;
  }

  /** The time of a test: see {@link WorkerBuilder#timing}. */
  public TasksBuilder time(InstantSource now, Timing timing) {
    clock = now;
    worker.timing(timing);
    return this;
  }

  /**
   * Begins to do tasks, if there are workers.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} if no queue was named
   */
  public Tasks start() {
    if (queues.isEmpty()) {
      throw BideException.invalid("queue", "is missing; name one, such as orders:safe");
    }
    Map<String, TaskQueue> made = new LinkedHashMap<>();
    queues.forEach((spec, options) -> {
      Topic topic = Topic.of(namespace, spec.name());
      made.put(spec.name(), new TaskQueue(queue, clock, topic, spec, options));
    });
    boolean busy = false;
    for (TaskQueue one : made.values()) {
      busy |= serve(one);
    }
    return new Tasks(made, busy ? worker.start() : null);
  }

  private boolean serve(TaskQueue one) {
    QueueOptions options = one.options();
    boolean works = !workers.isEmpty() && options.concurrency() > 0;
    if (works) {
      Dispatch dispatch = new Dispatch(workers, one);
      worker.before(one.topic(), one::ready);
      worker.topic(one.topic(), Handler.deciding(dispatch::handle), optionsOf(options));
    }
    if (onFailure == null || !one.spec().isSafe()) {
      return works;
    }
    Topic notices = one.topic().deathNotices();
    worker.before(notices, one::ready);
    worker.topic(notices, failures(onFailure), TopicOptions.DEFAULT);
    return true;
  }

  private static Handler failures(FailedTask.Handler handler) {
    return Handler.of(delivery -> handler.failed(FailedTask.of(delivery.message())));
  }

  /** Who may take only so long is not given more time. */
  private static TopicOptions optionsOf(QueueOptions options) {
    Duration timeout = options.executionTimeout();
    return TopicOptions.concurrently(options.concurrency())
        .lease(timeout)
        .longest(timeout == null ? TopicOptions.DEFAULT_LONGEST : Duration.ZERO)
        .onError(error -> Dispatch.meaningOfFailure(options));
  }
}
