package io.bide.spring;

import io.bide.tasks.TasksBuilder;

/** A bean that changes the tasks before they start: names further queues, with options, for example. */
@FunctionalInterface
public interface TasksCustomizer {
  void customize(TasksBuilder tasks);
}
