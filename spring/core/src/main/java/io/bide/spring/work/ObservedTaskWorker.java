package io.bide.spring.work;

import io.bide.Topic;
import io.bide.spring.observe.Observations;
import io.bide.tasks.Codec;
import io.bide.tasks.TaskInfo;
import io.bide.tasks.TaskWorker;
import io.bide.worker.Outcome;

/** A task worker whose work is observed. */
final class ObservedTaskWorker<T> implements TaskWorker<T> {
  private final TaskWorker<T> worker;
  private final Observations observations;
  private final String namespace;

  ObservedTaskWorker(TaskWorker<T> worker, Observations observations, String namespace) {
    this.worker = worker;
    this.observations = observations;
    this.namespace = namespace;
  }

  @Override
  public String type() {
    return worker.type();
  }

  @Override
  public Codec<T> codec() {
    return worker.codec();
  }

  @Override
  public void run(T payload, TaskInfo task) throws Exception {
    Outcome unused =
        observations.observe(Topic.of(namespace, task.queue()), task.attributes(), () -> {
          worker.run(payload, task);
          return Outcome.done();
        });
  }
}
