package io.bide.bench;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Callers that each have one call in flight, all served by a few threads: what is waited for is the
 * queue, not a thread to run on.
 */
final class Callers implements AutoCloseable {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private static final double FOREVER_SECONDS = 86_400;

  /** One call; says how many messages it was about, zero to stop. */
  interface Work extends IntFunction<CompletableFuture<Integer>> {}

  /** What they did: how many messages in which time, how long each call took, what it cost. */
  record Result(long messages, double seconds, Histogram micros, Cpu cpu) {
    String cost() {
      return cpu.perMessage(messages);
    }

    double rate() {
      return messages / seconds;
    }
  }

  private final int callers;
  private final ExecutorService threads;

  Callers(int callers, int threads) {
    this.callers = callers;
    AtomicInteger number = new AtomicInteger();
    this.threads = Executors.newFixedThreadPool(
        threads, task -> new Thread(task, "bide-bench-" + number.incrementAndGet()));
  }

  /** Calls again and again until the time is over or the work says zero. */
  Result run(double seconds, Work work) {
    Run run = new Run(work, System.nanoTime() + (long) (seconds * 1e9));
    return run.await();
  }

  /** Calls until the work says zero. */
  Result runToTheEnd(Work work) {
    return run(FOREVER_SECONDS, work);
  }

  @Override
  public void close() {
    threads.shutdown();
  }

  /** One run of all callers. */
  private final class Run {
    private final Work work;
    private final long start = System.nanoTime();
    private final long deadline;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong end = new AtomicLong(start);
    private final Histogram micros = new ConcurrentHistogram(LONGEST_MICROS, 3);
    private final CountDownLatch running = new CountDownLatch(callers);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Run(Work work, long deadline) {
      this.work = work;
      this.deadline = deadline;
    }

    Result await() {
      Cpu before = Cpu.now();
      for (int caller = 0; caller < callers; caller++) {
        int number = caller;
        threads.execute(() -> call(number));
      }
      try {
        running.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts a benchmark", e);
      }
      if (failure.get() != null) {
        throw new IllegalStateException("a call failed", failure.get());
      }
      return new Result(
          messages.get(), (end.get() - start) / 1e9, micros, Cpu.now().since(before));
    }

    private void call(int caller) {
      if (System.nanoTime() >= deadline || failure.get() != null) {
        running.countDown();
        return;
      }
      long before = System.nanoTime();
      try {
        var unused = work.apply(caller)
            .whenCompleteAsync((done, error) -> answered(caller, before, done, error), threads);
      } catch (RuntimeException e) {
        answered(caller, before, 0, e);
      }
    }

    private void answered(int caller, long before, int done, @Nullable Throwable error) {
      long now = System.nanoTime();
      if (error != null || done == 0) {
        failure.compareAndSet(null, error);
        running.countDown();
        return;
      }
      messages.addAndGet(done);
      end.accumulateAndGet(now, Math::max);
      micros.recordValue(Math.min(LONGEST_MICROS, (now - before) / 1_000));
      call(caller);
    }
  }
}
