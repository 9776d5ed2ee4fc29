package io.bide.bench.redisson;

import io.bide.bench.report.Row;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How fast and how late one contender is, over all its turns. */
final class Throughput {
  private static final int LEAST_DELAY_MILLIS = 1_000;
  private static final int MOST_DELAY_MILLIS = 3_000;

  /** Slower than both fill; what they have to rest before the burst comes on top. */
  private static final int FILL_PER_SECOND = 4_000;

  private static final int REST_MILLIS = 1_000;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final Contender.Name name;
  private final Options options;
  private final Histogram putMicros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), 3);
  private final Histogram lateMicros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), 3);
  private final AtomicLong early = new AtomicLong();
  private long puts;
  private double putSeconds;
  private long drained;
  private double drainSeconds;

  Throughput(Contender.Name name, Options options) {
    this.name = name;
    this.options = options;
  }

  /** Threads that put one item after the other, due in an hour. */
  void put(String redis) {
    try (Contender contender = name.open(redis)) {
      long begun = System.nanoTime();
      puts += putFor(contender, options.seconds());
      putSeconds += (System.nanoTime() - begun) / 1e9;
    }
  }

  private long putFor(Contender contender, int seconds) {
    AtomicInteger number = new AtomicInteger();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Producers.run(options.threads(), thread -> {
      while (System.nanoTime() < end) {
        long due = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1);
        long before = System.nanoTime();
        contender.put(new Item(number.getAndIncrement(), due));
        putMicros.recordValue((System.nanoTime() - before) / 1_000);
      }
    });
    return number.get();
  }

  /** Items that are all due at one instant, and consumers that wait for them. */
  void burst(String redis) {
    try (Contender contender = name.open(redis)) {
      int total = options.burst();
      long due = System.currentTimeMillis() + REST_MILLIS + 1_000L * total / FILL_PER_SECOND;
      AtomicInteger number = new AtomicInteger();
      Producers.run(options.threads(), thread -> {
        for (int i = number.getAndIncrement(); i < total; i = number.getAndIncrement()) {
          contender.put(new Item(i, due));
        }
      });
      // On a machine so slow that it is past the due time, what is measured begins now.
      long begun = Math.max(due, System.currentTimeMillis());
      Arrivals arrivals = new Arrivals();
      contender.consume(options.consumers(), arrivals::add);
      arrivals.await(total);
      drained += total;
      drainSeconds += Math.max(1, arrivals.last.get() - begun) / 1e3;
    }
  }

  /** Items at a steady rate, each due after one to three seconds. */
  void lateness(String redis) {
    try (Contender contender = name.open(redis)) {
      Arrivals arrivals = new Arrivals();
      contender.consume(options.consumers(), item -> {
        judge(item);
        arrivals.add(item);
      });
      int producers = Math.min(8, options.threads());
      int each = options.rate() * options.seconds() / producers;
      Producers.run(producers, thread -> {
        long start = System.nanoTime();
        for (int i = 0; i < each; i++) {
          awaitNanos(start + (long) (i * 1e9 * producers / options.rate()));
          int number = i * producers + thread;
          int spread = Math.floorMod(number * 7919, MOST_DELAY_MILLIS - LEAST_DELAY_MILLIS);
          contender.put(new Item(number, System.currentTimeMillis() + LEAST_DELAY_MILLIS + spread));
        }
      });
      arrivals.await(each * producers);
    }
  }

  private void judge(Item item) {
    long late = System.currentTimeMillis() - item.due();
    if (late < 0) {
      early.incrementAndGet();
    }
    lateMicros.recordValue(Math.max(0, late) * 1_000);
  }

  private static void awaitNanos(long at) {
    while (System.nanoTime() - at < 0) {
      LockSupport.parkNanos(at - System.nanoTime());
    }
  }

  double putRate() {
    return puts / putSeconds;
  }

  double drainRate() {
    return drained / drainSeconds;
  }

  double lateP99Millis() {
    return lateMicros.getValueAtPercentile(99) / 1_000.0;
  }

  Row putRow() {
    String what = "put, " + name + ", " + options.threads() + " threads";
    return Row.of(what, putRate(), "call", putMicros, "");
  }

  Row burstRow() {
    String note =
        String.format(Locale.ROOT, "drained in %.2f s on average", drainSeconds / options.rounds());
    return Row.of("burst of " + options.burst() + ", " + name, drainRate(), note);
  }

  Row latenessRow() {
    String what = "lateness at " + options.rate() + "/s, " + name;
    String note = early.get() + " early of " + lateMicros.getTotalCount();
    return Row.of(what, 0, "late", lateMicros, note);
  }

  /** Which items have come, and when the last one did. */
  private static final class Arrivals {
    private final ConcurrentHashMap.KeySetView<Integer, Boolean> come =
        ConcurrentHashMap.newKeySet();
    private final AtomicLong last = new AtomicLong();

    void add(Item item) {
      come.add(item.number());
      last.accumulateAndGet(System.currentTimeMillis(), Math::max);
    }

    void await(int total) {
      long begun = System.nanoTime();
      while (come.size() < total) {
        LockSupport.parkNanos(1_000_000);
        if (System.nanoTime() - begun > PATIENCE_NANOS) {
          throw new IllegalStateException("only " + come.size() + " of " + total + " came");
        }
      }
    }
  }
}
