package io.bide.worker;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Topic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Hears what a worker does: where metrics hang. Called on the worker's threads and on those of the
 * queue, so it must be quick and thread-safe, and must not throw. Whoever cares for one thing
 * overrides one method.
 */
public interface WorkerListener {
  /** Hears nothing. */
  WorkerListener NONE = new WorkerListener() {};

  /** Messages were claimed. */
  default void claimed(Topic topic, int messages) {}

  /** A claim failed; the worker tries again by itself. */
  default void claimFailed(Topic topic, BideException error) {}

  /**
   * A handler has finished with a message.
   *
   * @param error what it threw, if it did; the outcome is then what {@link TopicOptions#onError} says
   * @param took how long it had the message; of a batch, all have the same
   */
  default void handled(
      Delivery delivery, Outcome outcome, @Nullable Throwable error, Duration took) {}

  /** The queue has taken note of an outcome. */
  default void settled(Delivery delivery, Outcome outcome) {}

  /**
   * The queue has not taken note of an outcome: the message is handed out again when its lease ends,
   * or was already.
   *
   * @param error why; absent when the receipt is an old one
   */
  default void unsettled(Delivery delivery, Outcome outcome, @Nullable BideException error) {}

  /** Messages were given back that no handler has seen: the worker stops or pauses. */
  default void returned(Topic topic, int messages) {}
}
