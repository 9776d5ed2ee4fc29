package io.bide.engine;

import io.bide.store.Timer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The timer of a queue that was given none: one thread, precise to a fraction of a millisecond. */
final class Alarms implements Timer, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Alarms.class);
  private static final String THREAD = "bide-alarms-1";

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, task -> new Thread(task, THREAD), (task, pool) -> {
        // Closed: nobody is left to be woken.
      });

  Alarms() {
    // Most alarms are taken back; without this each would stay in memory until its time.
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public Runnable after(Duration delay, Runnable task) {
    Future<?> alarm = executor.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> alarm.cancel(false);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.warn("An alarm failed; what it was for is looked at again by the next one", e);
    }
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
