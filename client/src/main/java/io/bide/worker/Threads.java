package io.bide.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of a worker that was given none: virtual ones where the JVM has them. */
final class Threads {
  private static final long IDLE_SECONDS = 30;

  private Threads() {}

  /** An executor that runs this many handlers at the same time. */
  static ExecutorService forHandlers(int most) {
    ExecutorService virtual = virtual();
    return virtual != null ? virtual : pool(most);
  }

  /** Threads are made when they are needed, and end when they are idle. */
  static ExecutorService pool(int most) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        most,
        most,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        task -> new Thread(task, "bide-worker-" + number.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Looked up, because the class files are those of a JVM that does not have them. */
  static @Nullable ExecutorService virtual() {
    try {
      MethodHandle made = MethodHandles.publicLookup()
          .findStatic(
              Executors.class,
              "newVirtualThreadPerTaskExecutor",
              MethodType.methodType(ExecutorService.class));
      return (ExecutorService) made.invoke();
    } catch (NoSuchMethodException e) {
      return null;
    } catch (Throwable e) {
      throw new IllegalStateException("the JVM has virtual threads but makes none", e);
    }
  }
}
