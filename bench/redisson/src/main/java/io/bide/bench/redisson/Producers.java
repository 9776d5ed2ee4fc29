package io.bide.bench.redisson;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that all do the same, each until it is done. */
final class Producers {
  private Producers() {}

  /** What one of them does. */
  interface Part {
    void run(int thread);
  }

  static void run(int threads, Part part) {
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(
          () -> {
            try {
              part.run(number);
            } catch (RuntimeException e) {
              failure.compareAndSet(null, e);
            }
          },
          "bide-bench-" + i);
      all.add(thread);
      thread.start();
    }
    all.forEach(Producers::join);
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }
}
