package io.bide.tasks;

import io.bide.BideException;
import io.bide.CancelResult;
import io.bide.DelayQueue;
import io.bide.PutResult;
import io.bide.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Queues of tasks on any {@link DelayQueue}: submits tasks, and has those that are due done by the
 * {@link TaskWorker}s of their types.
 *
 * <pre>{@code
 * Tasks tasks = Tasks.builder(queue)
 *     .queue("mail")
 *     .queue("pay:safe", QueueOptions.DEFAULT.retries(5))
 *     .worker(TaskWorker.of("close-order", order -> close(order)))
 *     .onFailure(task -> log.warn("{} failed for good", task.uid()))
 *     .start();
 * tasks.submit(Task.of("pay", "close-order", "4711").unique("order-4711").after(Duration.ofMinutes(30)));
 * }</pre>
 *
 * <p>Nothing but the queues has to be named again after a restart: tasks carry their type, and whoever
 * has a worker for it does them, here or in another process on the same queue. A task whose type has no
 * worker here goes back, with its attempt, and comes up again after a few seconds, here or elsewhere.
 *
 * <p>Thread-safe. The queue stays the caller's: stop this first, then close the queue.
 */
public final class Tasks implements AutoCloseable {
  private final Map<String, TaskQueue> queues;
  private final @Nullable Worker worker;

  Tasks(Map<String, TaskQueue> queues, @Nullable Worker worker) {
    this.queues = Map.copyOf(queues);
    this.worker = worker;
  }

  public static TasksBuilder builder(DelayQueue queue) {
    return new TasksBuilder(queue);
  }

  /**
   * Submits a task.
   *
   * @return {@link PutResult.Duplicate} when it is unique and one of its name is alive
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} for a queue that was not named, or for
   *     what its mode cannot do
   */
  public CompletableFuture<PutResult> submit(Task task) {
    return queue(task.queue()).submit(task);
  }

  /** Takes a task back that is not being done. */
  public CompletableFuture<CancelResult> cancel(String queue, String id) {
    TaskQueue found = queue(queue);
    return found.delayQueue().cancel(found.topic(), id);
  }

  /**
   * Hands out a task to somebody who runs their own loop, waiting for one to become due. Cancelling the
   * future takes the wait back.
   *
   * @return empty when none came in time
   */
  public CompletableFuture<Optional<PoppedTask>> pop(String queue, Duration wait) {
    return Pop.of(queue(queue), wait);
  }

  /** Has no further task of a queue done here until it is resumed. */
  public void pause(String queue) {
    TaskQueue found = queue(queue);
    if (worker != null && found.options().concurrency() > 0) {
      worker.pause(found.topic());
    }
  }

  public void resume(String queue) {
    TaskQueue found = queue(queue);
    if (worker != null && found.options().concurrency() > 0) {
      worker.resume(found.topic());
    }
  }

  /** See {@link Worker#stop}. */
  public boolean stop(Duration grace) {
    return worker == null || worker.stop(grace);
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
  }

  private TaskQueue queue(String name) {
    TaskQueue found = queues.get(QueueSpec.parse(name).name());
    if (found == null) {
      throw BideException.invalid(
          "queue", name + " was not named when tasks were started; these were: " + queues.keySet());
    }
    return found;
  }
}
