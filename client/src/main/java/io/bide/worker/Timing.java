package io.bide.worker;

import io.bide.SystemTime;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * All that a worker knows of time: when to extend leases, and when to try again. Others than {@link
 * #system} are for tests whose clock stands still until it is moved.
 */
public interface Timing extends AutoCloseable {
  /** Nanoseconds of a clock that never goes back. */
  long nanos();

  /**
   * Runs a quick task once, not before the delay has passed.
   *
   * @return takes the task back, if it has not started
   */
  Runnable after(Duration delay, Runnable task);

  /** Runs nothing any more. Called when the worker has stopped. */
  @Override
  void close();

  /** The system's clock, and a thread that lives as long as the worker. */
  static Timing system() {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
        1, task -> new Thread(task, "bide-worker-timer-1"), (task, pool) -> {
          // Closed: nobody is left to be woken.
        });
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    // A program that does nothing but work stays alive until its worker is stopped.
    timer.prestartCoreThread();
    return new Timing() {
      @Override
      public long nanos() {
        return SystemTime.nanos();
      }

      @Override
      public Runnable after(Duration delay, Runnable task) {
        Future<?> alarm = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
      }

      @Override
      public void close() {
        timer.shutdown();
      }
    };
  }
}
