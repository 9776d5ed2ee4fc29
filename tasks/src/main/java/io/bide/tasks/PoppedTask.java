package io.bide.tasks;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A task in the hands of somebody who runs their own loop. In a safe queue it comes up again, first,
 * unless it is finished, failed or extended within the execution timeout; in another one it is gone,
 * and there is nothing to say about it.
 */
public final class PoppedTask {
  private final TaskQueue queue;
  private final Delivery delivery;
  private final TaskInfo task;

  PoppedTask(TaskQueue queue, Delivery delivery) {
    this.queue = queue;
    this.delivery = delivery;
    this.task = TaskInfo.of(delivery.message());
  }

  public TaskInfo task() {
    return task;
  }

  /**
   * It is done.
   *
   * @return false when it was not in these hands any more: it took too long, or was taken away
   */
  public CompletableFuture<Boolean> finish() {
    Receipt receipt = delivery.receipt();
    return receipt == null ? settled() : settle(new Settle.Ack(receipt));
  }

  /** It has failed: it is retried if retries are left. See {@link #finish} for the answer. */
  public CompletableFuture<Boolean> fail() {
    Receipt receipt = delivery.receipt();
    Due due = queue.options().retryFirst() ? Due.front() : null;
    return receipt == null ? settled() : settle(new Settle.Release(receipt, due));
  }

  /** It takes longer: this long from now. See {@link #finish} for the answer. */
  public CompletableFuture<Boolean> extend(Duration time) {
    Receipt receipt = delivery.receipt();
    return receipt == null ? settled() : settle(new Settle.Extend(receipt, time));
  }

  /**
   * Has a worker do it, here and now, then finishes it; if the worker throws, it has failed, or is
   * done all the same, as the queue's options say.
   *
   * @return see {@link #finish}
   * @throws Exception what the worker threw, if that is a failure
   */
  public CompletableFuture<Boolean> run(TaskWorker<?> worker) throws Exception {
    try {
      Dispatch.runAll(List.of(worker), task, queue.options());
    } catch (Exception e) {
      var unused = fail();
      throw e;
    }
    return finish();
  }

  private CompletableFuture<Boolean> settle(Settle settle) {
    return queue.delayQueue().settle(settle).thenApply(result -> {
      if (result.error() != null) {
        throw result.error();
      }
      return result.ok();
    });
  }

  private static CompletableFuture<Boolean> settled() {
    return CompletableFuture.completedFuture(true);
  }
}
