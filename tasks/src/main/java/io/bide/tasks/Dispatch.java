package io.bide.tasks;

import io.bide.Delivery;
import io.bide.Topic;
import io.bide.worker.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the workers of a task by its type, and has them do it. */
final class Dispatch {
  private static final Logger log = LoggerFactory.getLogger(Dispatch.class);

  /** How long a task rests that nobody here can do; others may be able to. */
  static final Duration NOBODY_REST = Duration.ofSeconds(5);

  private final Map<String, List<TaskWorker<?>>> workers;
  private final Topic topic;
  private final QueueOptions options;
  private final Set<String> strangers = ConcurrentHashMap.newKeySet();

  Dispatch(Map<String, List<TaskWorker<?>>> workers, TaskQueue queue) {
    this.workers = workers;
    this.topic = queue.topic();
    this.options = queue.options();
  }

  Outcome handle(Delivery delivery) throws Exception {
    TaskInfo task = TaskInfo.of(delivery.message());
    List<TaskWorker<?>> found = workers.getOrDefault(task.type(), List.of());
    if (found.isEmpty()) {
      warnOnce(task.type());
      return Outcome.notNow(NOBODY_REST);
    }
    if (isStillRunning(task, options)) {
      return Outcome.notNow(options.checkInterval());
    }
    runAll(found, task, options);
    return Outcome.done();
  }

  /** What a failure means. */
  static Outcome meaningOfFailure(QueueOptions options) {
    return options.retryFirst() ? Outcome.retryFirst() : Outcome.retry();
  }

  static boolean isStillRunning(TaskInfo task, QueueOptions options) {
    return task.isRetry()
        && options.stillRunning() != null
        && options.stillRunning().test(task);
  }

  /** Calls all, also when one of them fails; then the task has failed. */
  static void runAll(List<TaskWorker<?>> found, TaskInfo task, QueueOptions options)
      throws Exception {
    Exception failure = null;
    for (TaskWorker<?> worker : found) {
      try {
        run(worker, task, options);
      } catch (Exception e) {
        failure = both(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static Exception both(@Nullable Exception first, Exception second) {
    if (first == null) {
      return second;
    }
    first.addSuppressed(second);
    return first;
  }

  /** A payload that cannot be read is a failure, whatever the options say: nothing was done. */
  private static <T> void run(TaskWorker<T> worker, TaskInfo task, QueueOptions options)
      throws Exception {
    T payload = task.payload(worker.codec());
    try {
      worker.run(payload, task);
    } catch (Exception e) {
      if (options.exceptionsAreFailures()) {
        throw e;
      }
      log.warn("Task {} of queue {} threw and counts as done", task.id(), task.queue(), e);
    }
  }

  private void warnOnce(String type) {
    if (strangers.add(type)) {
      log.warn(
          "Queue {} has tasks of the type '{}' and there is no worker for it here: they rest {} and"
              + " come up again, here or elsewhere",
          topic,
          type,
          NOBODY_REST);
    }
  }
}
