package io.bide.bench;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.bench.report.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How late messages come to claimers that wait for them, at a steady rate and all at once. */
final class Punctuality {
  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final int PUTS_PER_SECOND = 200;
  private static final int LEAST_DELAY_MILLIS = 1_000;
  private static final int MOST_DELAY_MILLIS = 3_000;
  private static final int FILL_PER_SECOND = 20_000;

  private final Histogram micros = new ConcurrentHistogram(TimeUnit.HOURS.toMicros(1), 3);
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong lastAck = new AtomicLong();
  private volatile long notBefore = Long.MAX_VALUE;

  private Punctuality() {}

  /** So many messages come due in every second, spread evenly. */
  static Row steady(Options options) {
    Punctuality punctuality = new Punctuality();
    try (Subject subject = Subject.openEmpty(options);
        Callers consumers = new Callers(options.consumers(), options.threads())) {
      long start = System.nanoTime();
      long seconds = (long) options.warmup() + options.seconds();
      long total = seconds * options.rate();
      punctuality.notBefore = start + TimeUnit.SECONDS.toNanos(options.warmup());
      Thread producer =
          new Thread(() -> produce(subject, options.rate(), total, start), "bide-bench-producer");
      producer.start();
      consumers.runToTheEnd(caller -> punctuality.consume(subject, total));
      return Row.of(
          "lateness at " + options.rate() + "/s",
          0,
          "late",
          punctuality.micros,
          punctuality.early.get() + " early of " + punctuality.micros.getTotalCount());
    }
  }

  private static void produce(Subject subject, int rate, long total, long start) {
    int perCall = Math.max(1, rate / PUTS_PER_SECOND);
    Supplier<Due> delay = () -> Due.after(Duration.ofMillis(
        ThreadLocalRandom.current().nextInt(LEAST_DELAY_MILLIS, MOST_DELAY_MILLIS)));
    for (long put = 0; put < total; put += perCall) {
      long at = start + (long) (put * 1e9 / rate);
      while (System.nanoTime() < at) {
        LockSupport.parkNanos(at - System.nanoTime());
      }
      var unused = subject.put((int) Math.min(perCall, total - put), delay);
    }
  }

  private CompletableFuture<Integer> consume(Subject subject, long total) {
    return subject
        .claim(WAIT)
        .thenCompose(deliveries -> {
          // Here the claim has just been answered, on the thread that answers it.
          Instant now = Instant.now();
          deliveries.forEach(delivery -> judge(delivery, now));
          delivered.addAndGet(deliveries.size());
          return subject.ack(deliveries);
        })
        .thenApply(acked -> {
          if (acked > 0) {
            lastAck.accumulateAndGet(Instant.now().toEpochMilli(), Math::max);
          }
          return delivered.get() >= total ? 0 : Math.max(1, acked);
        });
  }

  private void judge(Delivery delivery, Instant now) {
    long late = ChronoUnit.MICROS.between(delivery.message().due(), now);
    if (System.nanoTime() >= notBefore) {
      if (late < 0) {
        early.incrementAndGet();
      }
      micros.recordValue(Math.max(0, late));
    }
  }

  /** All are due at one instant; callers wait for them. */
  static Row burst(Options options) {
    Punctuality punctuality = new Punctuality();
    punctuality.notBefore = System.nanoTime();
    try (Subject subject = Subject.openEmpty(options);
        Callers fillers = new Callers(options.callers(), options.threads());
        Callers consumers = new Callers(options.callers(), options.threads())) {
      long total = options.burst() / options.batch() * (long) options.batch();
      Instant due =
          Instant.now().plusSeconds(2 + total / FILL_PER_SECOND).truncatedTo(ChronoUnit.MILLIS);
      AtomicLong left = new AtomicLong(total);
      fillers.runToTheEnd(caller -> left.addAndGet(-options.batch()) < 0
          ? CompletableFuture.completedFuture(0)
          : subject.put(() -> Due.at(due)));
      if (Instant.now().isAfter(due)) {
        throw new IllegalStateException("filling took longer than until the burst");
      }
      consumers.runToTheEnd(caller -> punctuality.consume(subject, total));
      double seconds = (punctuality.lastAck.get() - due.toEpochMilli()) / 1e3;
      return Row.of(
          "burst of " + total,
          total / seconds,
          "late",
          punctuality.micros,
          String.format(
              Locale.ROOT,
              "drained and acked in %.2f s, %d early",
              seconds,
              punctuality.early.get()));
    }
  }
}
