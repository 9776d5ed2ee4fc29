package io.bide.tasks;

import io.bide.BideException;

/**
 * The name of a queue and how it keeps its tasks, written {@code name} or {@code name:mode}.
 *
 * @param mode {@link Mode#DEFAULT} when it is not written
 */
public record QueueSpec(String name, Mode mode) {
  /** How a queue keeps its tasks. */
  public enum Mode {
    /** Until they are handed out: a crash loses those that were being done. No retries, no timeouts. */
    DEFAULT,
    /** Until they are finished: what was being done when a process crashed is done again. */
    SAFE
  }

  public QueueSpec {
    if (name.isEmpty()) {
      throw BideException.invalid("queue", "has no name; write name, name:default or name:safe");
    }
  }

  /**
   * Reads {@code name}, {@code name:default} or {@code name:safe}.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} for anything else
   */
  public static QueueSpec parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return new QueueSpec(text, Mode.DEFAULT);
    }
    String name = text.substring(0, colon);
    String mode = text.substring(colon + 1);
    return switch (mode) {
      case "default" -> new QueueSpec(name, Mode.DEFAULT);
      case "safe" -> new QueueSpec(name, Mode.SAFE);
      default ->
        throw BideException.invalid(
            "queue",
            text + " has the mode '" + mode + "'; write " + name + ":default or " + name + ":safe");
    };
  }

  public boolean isSafe() {
    return mode == Mode.SAFE;
  }

  /** Refuses what only a safe queue can do. */
  void requireSafe(String field) {
    if (!isSafe()) {
      throw BideException.invalid(
          field, "needs a queue that keeps tasks until they are finished; write " + name + ":safe");
    }
  }

  @Override
  public String toString() {
    return isSafe() ? name + ":safe" : name;
  }
}
