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
 * <p>Tasks that are built can be submitted; those that are due are done from {@link #start} to {@link
 * #stop}, and after a stop they may be started again. So a worker can be given the tasks it submits to,
 * and be {@linkplain #add added} before they start.
 *
 * <p>Nothing but the queues has to be named again after a restart: tasks carry their type, and whoever
 * has a worker for it does them, here or in another process on the same queue. A task whose type has no
 * worker here goes back, with its attempt, and comes up again after a few seconds, here or elsewhere.
 *
 * <p>Thread-safe. The queue stays the caller's: stop this first, then close the queue.
 */
public final class Tasks implements AutoCloseable {
  private final Map<String, TaskQueue> queues;
  private final Crew crew;

  Tasks(Map<String, TaskQueue> queues, Crew crew) {
    this.queues = Map.copyOf(queues);
    this.crew = crew;
  }

  public static TasksBuilder builder(DelayQueue queue) {
    return new TasksBuilder(queue);
  }

  /**
   * Has one more worker do the tasks of its type, as {@link TasksBuilder#worker} does.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} while tasks are running
   */
  public void add(TaskWorker<?> worker) {
    crew.add(worker);
  }

  /**
   * Tells of tasks that have failed for good, as {@link TasksBuilder#onFailure} does, instead of whom it
   * told before.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} while tasks are running
   */
  public void onFailure(FailedTask.Handler handler) {
    crew.onFailure(handler);
  }

  /** Begins to do tasks, if there are workers; nothing happens if they are being done. */
  public void start() {
    crew.start();
  }

  /**
   * Submits a task. It need not be started for that.
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

  /** Has no further task of a queue done here until it is resumed, also if it is started meanwhile. */
  public void pause(String queue) {
    crew.pause(queue(queue));
  }

  public void resume(String queue) {
    crew.resume(queue(queue));
  }

  /** Has nothing further done; see {@link Worker#stop}. Tasks can still be submitted. */
  public boolean stop(Duration grace) {
    return crew.stop(grace);
  }

  /** {@linkplain #stop Stops} with {@link Worker#DEFAULT_GRACE}. */
  @Override
  public void close() {
    boolean unused = stop(Worker.DEFAULT_GRACE);
  }

  private TaskQueue queue(String name) {
    TaskQueue found = queues.get(QueueSpec.parse(name).name());
    if (found == null) {
      throw BideException.invalid(
          "queue", name + " was not named when tasks were built; these were: " + queues.keySet());
    }
    return found;
  }
}
