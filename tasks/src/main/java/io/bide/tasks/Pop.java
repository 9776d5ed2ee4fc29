package io.bide.tasks;

import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Settle;
import io.bide.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One wait for a task. A caller that cancels its future takes the wait back, and gets nothing that
 * nobody else can have.
 */
final class Pop {
  private final TaskQueue queue;
  private final DelayQueue delayQueue;
  private final Duration wait;
  private final long since = SystemTime.nanos();
  private final CompletableFuture<Optional<PoppedTask>> answer = new CompletableFuture<>();

  private Pop(TaskQueue queue, Duration wait) {
    this.queue = queue;
    this.delayQueue = queue.delayQueue();
    this.wait = wait;
  }

  static CompletableFuture<Optional<PoppedTask>> of(TaskQueue queue, Duration wait) {
    Pop pop = new Pop(queue, wait);
    var unused = queue.ready().whenComplete((done, error) -> {
      if (error == null) {
        pop.claim(wait);
      } else {
        pop.answer.completeExceptionally(error);
      }
    });
    return pop.answer;
  }

  private void claim(Duration rest) {
    CompletableFuture<Claimed> claim = delayQueue.claim(queue.claim(rest));
    var unused = answer.whenComplete((popped, error) -> claim.cancel(false));
    var unusedToo = claim.whenComplete(this::claimed);
  }

  private void claimed(@Nullable Claimed claimed, @Nullable Throwable error) {
    if (claimed == null) {
      answer.completeExceptionally(error == null ? new IllegalStateException("no answer") : error);
    } else if (claimed.isEmpty()) {
      answer.complete(Optional.empty());
    } else {
      take(claimed.deliveries().get(0));
    }
  }

  private void take(Delivery delivery) {
    PoppedTask popped = new PoppedTask(queue, delivery);
    if (Dispatch.isStillRunning(popped.task(), queue.options())) {
      postpone(delivery);
    } else if (!answer.complete(Optional.of(popped))) {
      var unused = delayQueue.unclaim(List.of(delivery));
    }
  }

  /** It is being done elsewhere: another task may be there for this caller. */
  private void postpone(Delivery delivery) {
    Due later = Due.after(queue.options().checkInterval());
    var unused = delayQueue
        .settle(new Settle.Unclaim(delivery.requireReceipt(), later))
        .whenComplete((done, error) -> {
          if (error != null) {
            answer.completeExceptionally(error);
          } else {
            claim(rest());
          }
        });
  }

  private Duration rest() {
    Duration left = wait.minusNanos(SystemTime.nanos() - since);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
