package io.bide.testing.crash;

import io.bide.DelayQueue;
import java.nio.file.Path;

/** The queue under test. */
final class Subject {
  private Subject() {}

  static DelayQueue open(Path directory, Path mark, Fault fault) {
    java.util.Map<Path, DelayQueue> none = java.util.Map.of();
    return java.util.Objects.requireNonNull(none.get(directory), () -> mark + " " + fault);
  }
}
