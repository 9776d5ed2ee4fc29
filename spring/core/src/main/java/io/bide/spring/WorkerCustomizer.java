package io.bide.spring;

import io.bide.worker.WorkerBuilder;

/** A bean that changes the worker of all listeners before it starts. */
@FunctionalInterface
public interface WorkerCustomizer {
  void customize(WorkerBuilder worker);
}
