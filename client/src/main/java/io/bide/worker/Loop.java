package io.bide.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Takes a step again and again while it leads somewhere: by one thread at a time, and never from
 * within itself. So a queue that answers before its call returns costs a turn of the loop and not a
 * deeper stack. Thread-safe.
 */
final class Loop {
  private final BooleanSupplier step;
  private final AtomicInteger wanted = new AtomicInteger();

  /** A step says whether another one is worth trying. */
  Loop(BooleanSupplier step) {
    this.step = step;
  }

  /** Takes steps until one leads nowhere; whoever asks meanwhile is served by the thread that does. */
  void run() {
    if (wanted.getAndIncrement() != 0) {
      return;
    }
    int served = 1;
    do {
      while (step.getAsBoolean()) {
        // The step has done its work.
      }
      served = wanted.addAndGet(-served);
    } while (served != 0);
  }
}
