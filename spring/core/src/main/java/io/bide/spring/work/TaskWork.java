package io.bide.spring.work;

import io.bide.spring.observe.Observations;
import io.bide.tasks.FailedTask;
import io.bide.tasks.TaskWorker;
import io.bide.tasks.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Starts the tasks of an application, with its {@link TaskWorker} beans, and stops them. Workers may be
 * given the {@link Tasks} bean and submit to it, because they are looked for only when everything else
 * stands.
 */
public final class TaskWork extends Work {
  private final Tasks tasks;
  private final Supplier<List<TaskWorker<?>>> workers;
  private final Supplier<Optional<FailedTask.Handler>> failures;
  private final Observations observations;
  private final String namespace;
  private final Duration grace;
  private final AtomicBoolean added = new AtomicBoolean();

  /**
   * Work that has not begun.
   *
   * @param tasks that have not been started
   * @param namespace of the queues
   * @param grace how long stopping waits for workers
   */
  public TaskWork(
      Tasks tasks,
      Supplier<List<TaskWorker<?>>> workers,
      Supplier<Optional<FailedTask.Handler>> failures,
      Observations observations,
      String namespace,
      Duration grace) {
    this.tasks = tasks;
    this.workers = workers;
    this.failures = failures;
    this.observations = observations;
    this.namespace = namespace;
    this.grace = grace;
  }

  @Override
  void begin() {
    // An application context may be stopped and started again.
    if (added.compareAndSet(false, true)) {
      workers.get().forEach(this::add);
      failures.get().ifPresent(tasks::onFailure);
    }
    tasks.start();
  }

  private void add(TaskWorker<?> worker) {
    tasks.add(new ObservedTaskWorker<>(worker, observations, namespace));
  }

  @Override
  void end() {
    boolean unused = tasks.stop(grace);
  }
}
