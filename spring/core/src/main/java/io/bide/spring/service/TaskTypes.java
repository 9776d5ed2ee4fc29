package io.bide.spring.service;

import io.bide.tasks.TaskWorker;
import java.util.List;
import java.util.function.Supplier;

/** The task workers of an application, by their type. Looked for late, when all of them are there. */
public final class TaskTypes {
  private final Supplier<List<TaskWorker<?>>> workers;

  public TaskTypes(Supplier<List<TaskWorker<?>>> workers) {
    this.workers = workers;
  }

  /** All that have a type. */
  List<TaskWorker<?>> of(String type) {
    return workers.get().stream().filter(worker -> worker.type().equals(type)).toList();
  }

  /** Each type once, in order. */
  List<String> all() {
    return workers.get().stream().map(TaskWorker::type).distinct().sorted().toList();
  }
}
