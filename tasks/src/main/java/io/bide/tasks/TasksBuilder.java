package io.bide.tasks;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.worker.Timing;
import io.bide.worker.Worker;
import io.bide.worker.WorkerBuilder;
import io.bide.worker.WorkerListener;
import io.bide.worker.Workplace;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the queues and workers of {@link Tasks}. Not thread-safe. */
public final class TasksBuilder {
  private final DelayQueue queue;
  private final Map<QueueSpec, QueueOptions> queues = new LinkedHashMap<>();
  private final List<TaskWorker<?>> workers = new ArrayList<>();
  private String namespace = Topic.DEFAULT_NAMESPACE;
  private InstantSource clock;
  private FailedTask.@Nullable Handler onFailure;
  private WorkerListener listener = WorkerListener.NONE;
  private @Nullable Executor executor;
  private @Nullable Timing timing;

  TasksBuilder(DelayQueue queue) {
    this.queue = queue;
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
    String unused = TaskInfo.checkedType(one.type());
    workers.add(one);
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
  public TasksBuilder executor(Executor value) {
    executor = value;
    return this;
  }

  /** See {@link WorkerBuilder#listener}. */
  public TasksBuilder listener(WorkerListener value) {
    listener = value;
    return this;
  }

  /** The time of a test: see {@link WorkerBuilder#timing}. */
  public TasksBuilder time(InstantSource now, Timing value) {
    clock = now;
    timing = value;
    return this;
  }

  /**
   * Tasks that can be submitted, and popped, and are done from {@link Tasks#start} on.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} if no queue was named
   */
  public Tasks build() {
    if (queues.isEmpty()) {
      throw BideException.invalid("queue", "is missing; name one, such as orders:safe");
    }
    Map<String, TaskQueue> made = new LinkedHashMap<>();
    queues.forEach((spec, options) -> {
      Topic topic = Topic.of(namespace, spec.name());
      made.put(spec.name(), new TaskQueue(queue, clock, topic, spec, options));
    });
    Crew crew = new Crew(made.values(), workerBuilder());
    workers.forEach(crew::add);
    crew.onFailure(onFailure);
    return new Tasks(made, crew);
  }

  /** {@linkplain #build Builds} tasks and {@linkplain Tasks#start starts} them. */
  public Tasks start() {
    Tasks tasks = build();
    tasks.start();
    return tasks;
  }

  /** What is said here later does not concern tasks that have been built. */
  private Supplier<WorkerBuilder> workerBuilder() {
    Executor chosenExecutor = executor;
    WorkerListener chosenListener = listener;
    Timing chosenTiming = timing;
    return () -> {
      WorkerBuilder worker = Worker.builder(queue).listener(chosenListener);
      if (chosenExecutor != null) {
        worker.executor(chosenExecutor);
      }
      return chosenTiming == null ? worker : worker.timing(chosenTiming);
    };
  }
}
