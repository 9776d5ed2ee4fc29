package io.bide.tasks;

/**
 * Does the tasks of one type. It is found by that type alone, so tasks that were stored by an earlier
 * process are done like any other.
 *
 * <p>Several workers may have the same type: each is called for every task of it. A task is done when
 * all have returned; if one of them fails, the task has failed, and all are called again when it is
 * retried. So a worker must bear to see a task twice, as anybody must whose process may crash.
 *
 * @param <T> the payload
 */
public interface TaskWorker<T> {
  String type();

  Codec<T> codec();

  /** Does a task; it has failed if this throws. May block. Called by several threads. */
  void run(T payload, TaskInfo task) throws Exception;

  /** What a worker of {@link #of} does. */
  @FunctionalInterface
  interface Run<T> {
    void run(T payload) throws Exception;
  }

  /** A worker that needs to know nothing but the payload. */
  static <T> TaskWorker<T> of(String type, Codec<T> codec, Run<T> run) {
    return new TaskWorker<>() {
      @Override
      public String type() {
        return type;
      }

      @Override
      public Codec<T> codec() {
        return codec;
      }

      @Override
      public void run(T payload, TaskInfo task) throws Exception {
        run.run(payload);
      }
    };
  }

  /** A worker of tasks whose payload is text. */
  static TaskWorker<String> of(String type, Run<String> run) {
    return of(type, Codec.TEXT, run);
  }
}
