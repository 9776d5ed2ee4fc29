package io.bide.spring.work;

import io.bide.DelayQueue;
import io.bide.spring.TasksCustomizer;
import io.bide.tasks.QueueOptions;
import io.bide.tasks.QueueSpec;
import io.bide.tasks.Tasks;
import io.bide.tasks.TasksBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues of tasks that an application has.
 *
 * @param queues as {@code name} or {@code name:safe}
 * @param retries of safe queues, as the timeouts are
 */
public record TaskQueues(
    String namespace,
    List<String> queues,
    int concurrency,
    int retries,
    @Nullable Duration executionTimeout,
    @Nullable Duration lifeTimeout,
    List<TasksCustomizer> customizers) {
  /** Tasks with these queues. */
  public TasksBuilder builder(DelayQueue queue) {
    TasksBuilder tasks = Tasks.builder(queue).namespace(namespace);
    queues.forEach(name -> tasks.queue(name, options(QueueSpec.parse(name))));
    customizers.forEach(customizer -> customizer.customize(tasks));
    return tasks;
  }

  private QueueOptions options(QueueSpec spec) {
    QueueOptions options = QueueOptions.DEFAULT.concurrency(concurrency);
    return spec.isSafe()
        ? options.retries(retries).executionTimeout(executionTimeout).lifeTimeout(lifeTimeout)
        : options;
  }
}
