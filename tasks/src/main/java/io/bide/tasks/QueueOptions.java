package io.bide.tasks;

import io.bide.BideException;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a queue are done. All but the concurrency needs a safe queue.
 *
 * @param concurrency how many tasks are done at the same time in this process; 10 by default. Zero:
 *     none, because somebody {@linkplain Tasks#pop pops} them
 * @param retries how often a task is tried again after its first execution; 3 by default. Tasks may
 *     say otherwise when they are submitted
 * @param executionTimeout how long an execution may take before the task is given to somebody else,
 *     before those that have not been tried yet. Left out, as long as its process lives
 * @param lifeTimeout how old a task may grow, counted from its submission, before it fails for good
 *     without being done; no limit by default. Tasks may say otherwise
 * @param exceptionsAreFailures whether a task whose worker throws is retried, as it is by default, or
 *     counts as done: then only crashes and timeouts are retried
 * @param retryFirst whether a task whose worker has thrown is tried again at once, before all others;
 *     by default the queue's backoff says when
 * @param stillRunning asked when a task comes up again: true when it is still being done, somewhere
 *     else; then it goes back untouched
 * @param checkInterval how long after that it comes up again; 10 s by default
 */
public record QueueOptions(
    int concurrency,
    int retries,
    @Nullable Duration executionTimeout,
    @Nullable Duration lifeTimeout,
    boolean exceptionsAreFailures,
    boolean retryFirst,
    @Nullable Predicate<TaskInfo> stillRunning,
    Duration checkInterval) {
  public static final int DEFAULT_CONCURRENCY = 10;
  public static final int DEFAULT_RETRIES = 3;
  public static final Duration DEFAULT_CHECK_INTERVAL = Duration.ofSeconds(10);
  public static final QueueOptions DEFAULT = new QueueOptions(
      DEFAULT_CONCURRENCY, DEFAULT_RETRIES, null, null, true, false, null, DEFAULT_CHECK_INTERVAL);

  public QueueOptions {
    if (concurrency < 0) {
      throw BideException.invalid("concurrency", "is " + concurrency + "; the least is 0");
    }
    checkRetries(retries);
    checkPositive("executionTimeout", executionTimeout);
    checkPositive("lifeTimeout", lifeTimeout);
    checkPositive("checkInterval", checkInterval);
  }

  static void checkRetries(int retries) {
    if (retries < 0 || retries == Integer.MAX_VALUE) {
      throw BideException.invalid(
          "retries", "is " + retries + "; give 0 to " + (Integer.MAX_VALUE - 1));
    }
  }

  static void checkPositive(String field, @Nullable Duration time) {
    if (time != null && (time.isNegative() || time.isZero())) {
      throw BideException.invalid(field, "is " + time + "; it must be longer than zero");
    }
  }

  /** Refuses what a queue that forgets its tasks cannot do. */
  void checkFor(QueueSpec queue) {
    if (executionTimeout != null) {
      queue.requireSafe("executionTimeout");
    }
    if (lifeTimeout != null) {
      queue.requireSafe("lifeTimeout");
    }
    if (retries != DEFAULT_RETRIES || retryFirst) {
      queue.requireSafe("retries");
    }
    if (stillRunning != null) {
      queue.requireSafe("stillRunning");
    }
  }

  public QueueOptions concurrency(int tasks) {
    return new QueueOptions(
        tasks,
        retries,
        executionTimeout,
        lifeTimeout,
        exceptionsAreFailures,
        retryFirst,
        stillRunning,
        checkInterval);
  }

  public QueueOptions retries(int most) {
    return new QueueOptions(
        concurrency,
        most,
        executionTimeout,
        lifeTimeout,
        exceptionsAreFailures,
        retryFirst,
        stillRunning,
        checkInterval);
  }

  public QueueOptions executionTimeout(@Nullable Duration time) {
    return new QueueOptions(
        concurrency,
        retries,
        time,
        lifeTimeout,
        exceptionsAreFailures,
        retryFirst,
        stillRunning,
        checkInterval);
  }

  public QueueOptions lifeTimeout(@Nullable Duration time) {
    return new QueueOptions(
        concurrency,
        retries,
        executionTimeout,
        time,
        exceptionsAreFailures,
        retryFirst,
        stillRunning,
        checkInterval);
  }

  public QueueOptions exceptionsAreFailures(boolean they) {
    return new QueueOptions(
        concurrency,
        retries,
        executionTimeout,
        lifeTimeout,
        they,
        retryFirst,
        stillRunning,
        checkInterval);
  }

  public QueueOptions retryFirst(boolean first) {
    return new QueueOptions(
        concurrency,
        retries,
        executionTimeout,
        lifeTimeout,
        exceptionsAreFailures,
        first,
        stillRunning,
        checkInterval);
  }

  public QueueOptions stillRunning(Predicate<TaskInfo> check, Duration interval) {
    return new QueueOptions(
        concurrency,
        retries,
        executionTimeout,
        lifeTimeout,
        exceptionsAreFailures,
        retryFirst,
        check,
        interval);
  }
}
