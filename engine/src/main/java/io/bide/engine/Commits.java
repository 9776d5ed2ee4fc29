package io.bide.engine;

import java.time.Duration;

/** Hears how the store makes calls durable. Called on a thread of the store: must be quick. */
@FunctionalInterface
public interface Commits {
  /**
   * Calls were made durable together.
   *
   * @param calls how many
   * @param took how long the disk or the replicas took
   */
  void committed(int calls, Duration took);
}
