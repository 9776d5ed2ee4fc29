package io.bide.spring.work;

import io.bide.spring.observe.Observations;
import io.bide.tasks.FailedTask;
import io.bide.tasks.TaskWorker;
import io.bide.tasks.Tasks;
import io.bide.tasks.TasksBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does the tasks of an application, with its {@link TaskWorker} beans. The {@link Tasks} that beans are
 * given submits, cancels and pops; workers may have it too, because they are looked for only when
 * everything else stands. To pause a queue, ask {@link #tasks()}.
 */
public final class TaskWork extends Work {
  private final Supplier<TasksBuilder> builder;
  private final Supplier<List<TaskWorker<?>>> workers;
  private final Supplier<Optional<FailedTask.Handler>> failures;
  private final Observations observations;
  private final String namespace;
  private final Duration grace;
  private volatile @Nullable Tasks tasks;

  /**
   * Work that has not begun.
   *
   * @param builder gives tasks with all queues
   * @param namespace of the queues
   * @param grace how long stopping waits for workers
   */
  public TaskWork(
      Supplier<TasksBuilder> builder,
      Supplier<List<TaskWorker<?>>> workers,
      Supplier<Optional<FailedTask.Handler>> failures,
      Observations observations,
      String namespace,
      Duration grace) {
    this.builder = builder;
    this.workers = workers;
    this.failures = failures;
    this.observations = observations;
    this.namespace = namespace;
    this.grace = grace;
  }

  @Override
  void begin() {
    List<TaskWorker<?>> found = workers.get();
    Optional<FailedTask.Handler> handler = failures.get();
    if (found.isEmpty() && handler.isEmpty()) {
      return;
    }
    TasksBuilder begun = builder.get();
    found.forEach(
        worker -> begun.worker(new ObservedTaskWorker<>(worker, observations, namespace)));
    handler.ifPresent(begun::onFailure);
    tasks = begun.start();
  }

  @Override
  void end() {
    Tasks stopping = tasks;
    tasks = null;
    if (stopping != null) {
      boolean unused = stopping.stop(grace);
    }
  }

  /** The tasks that are being done; empty unless there are workers and they run. */
  public Optional<Tasks> tasks() {
    return Optional.ofNullable(tasks);
  }
}
