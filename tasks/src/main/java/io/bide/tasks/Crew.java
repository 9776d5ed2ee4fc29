package io.bide.tasks;

import io.bide.BideException;
import io.bide.Topic;
import io.bide.worker.Handler;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who does tasks here: task workers by their types, and the {@link Worker} that calls them from start to
 * stop. Thread-safe.
 */
final class Crew {
  private final Collection<TaskQueue> queues;
  private final Supplier<WorkerBuilder> builder;
  private final Map<String, List<TaskWorker<?>>> workers = new LinkedHashMap<>();
  private final Set<Topic> paused = new HashSet<>();
  private FailedTask.@Nullable Handler onFailure;
  private boolean running;
  private @Nullable Worker worker;

  /**
   * A crew of nobody.
   *
   * @param builder gives a new one each time
   */
  Crew(Collection<TaskQueue> queues, Supplier<WorkerBuilder> builder) {
    this.queues = queues;
    this.builder = builder;
  }

  synchronized void add(TaskWorker<?> one) {
    requireNotRunning("worker");
    List<TaskWorker<?>> all = new ArrayList<>(workers.getOrDefault(one.type(), List.of()));
    all.add(one);
    workers.put(TaskInfo.checkedType(one.type()), List.copyOf(all));
  }

  synchronized void onFailure(FailedTask.@Nullable Handler handler) {
    requireNotRunning("onFailure");
    onFailure = handler;
  }

  private void requireNotRunning(String field) {
    if (running) {
      throw BideException.invalid(field, "comes too late: tasks are running; say it before start");
    }
  }

  synchronized void start() {
    if (running) {
      return;
    }
    WorkerBuilder begun = builder.get();
    boolean busy = false;
    for (TaskQueue queue : queues) {
      busy |= serve(begun, queue);
    }
    worker = busy ? begun.start() : null;
    running = true;
  }

  /** Waits outside of the monitor, so that others can submit, pause or stop meanwhile. */
  boolean stop(Duration grace) {
    Worker stopping;
    synchronized (this) {
      stopping = worker;
      worker = null;
      running = false;
    }
    return stopping == null || stopping.stop(grace);
  }

  synchronized void pause(TaskQueue queue) {
    paused.add(queue.topic());
    tell(queue, one -> one.pause(queue.topic()));
  }

  synchronized void resume(TaskQueue queue) {
    paused.remove(queue.topic());
    tell(queue, one -> one.resume(queue.topic()));
  }

  private void tell(TaskQueue queue, Consumer<Worker> what) {
    if (worker != null && isServed(queue)) {
      what.accept(worker);
    }
  }

  private boolean isServed(TaskQueue queue) {
    return !workers.isEmpty() && queue.options().concurrency() > 0;
  }

  private boolean serve(WorkerBuilder begun, TaskQueue queue) {
    Topic topic = queue.topic();
    if (isServed(queue)) {
      Dispatch dispatch = new Dispatch(Map.copyOf(workers), queue);
      begun.before(topic, queue::ready);
      begun.topic(topic, Handler.deciding(dispatch::handle), optionsOf(queue.options()));
      if (paused.contains(topic)) {
        begun.paused(topic);
      }
    }
    if (onFailure == null || !queue.spec().isSafe()) {
      return isServed(queue);
    }
    begun.before(topic.deathNotices(), queue::ready);
    begun.topic(topic.deathNotices(), failures(onFailure), TopicOptions.DEFAULT);
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
