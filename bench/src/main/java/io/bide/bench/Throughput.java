package io.bide.bench;

import io.bide.Due;
import io.bide.bench.report.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** How many messages a second: put, claim and ack, and both together. */
final class Throughput {
  private static final Due FAR_AWAY = Due.after(Duration.ofDays(1));
  static final int CLAIMS_PER_SECOND = 60_000;

  private Throughput() {}

  static Row put(Options options) {
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      callers.run(options.warmup(), caller -> subject.put(() -> FAR_AWAY));
      Callers.Result result = callers.run(options.seconds(), caller -> subject.put(() -> FAR_AWAY));
      return Row.of("put", result.rate(), "call", result.micros(), result.cost());
    }
  }

  static Row claim(Options options) {
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      Callers.Work claim = caller -> subject.claimAndAck(Duration.ZERO);
      fill(subject, callers, (long) options.warmup() * CLAIMS_PER_SECOND);
      callers.run(options.warmup(), claim);
      fill(subject, callers, (long) options.seconds() * CLAIMS_PER_SECOND);
      Callers.Result result = callers.run(options.seconds(), claim);
      return Row.of("claim+ack", result.rate(), "both", result.micros(), result.cost());
    }
  }

  static Row mixed(Options options) {
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      AtomicLong acked = new AtomicLong();
      // A claim may find that others took it all; the caller goes on, but only acks are counted.
      Callers.Work cycle = caller -> subject
          .put(Due::now)
          .thenCompose(put -> subject.claimAndAck(Duration.ZERO).thenApply(claimed -> {
            acked.addAndGet(claimed);
            return put;
          }));
      callers.run(options.warmup(), cycle);
      acked.set(0);
      Callers.Result result = callers.run(options.seconds(), cycle);
      double rate = acked.get() / result.seconds();
      return Row.of("put+claim+ack", rate, "all", result.micros(), result.cost());
    }
  }

  static void fill(Subject subject, Callers callers, long messages) {
    AtomicLong left = new AtomicLong(messages);
    callers.runToTheEnd(caller -> left.addAndGet(-subject.batch()) < 0
        ? CompletableFuture.completedFuture(0)
        : subject.put(Due::now));
  }

  /**
   * Puts for a while, then takes it all out again, over and over: both speeds for as long as one
   * likes, on a store that does not grow by it.
   */
  static List<Row> inTurns(
      String name, Subject subject, Callers callers, double seconds, double turn) {
    Sum puts = new Sum();
    Sum claims = new Sum();
    long deadline = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < deadline) {
      puts.add(callers.run(turn, caller -> subject.put(Due::now)));
      claims.add(callers.runToTheEnd(drain(subject)));
    }
    List<Row> rows = new ArrayList<>();
    rows.add(puts.row("put" + name, "call"));
    rows.add(claims.row("claim+ack" + name, "both"));
    return rows;
  }

  /**
   * Claims until somebody gets less than was asked for. Not until nothing comes: what comes due
   * meanwhile, one now and then, would keep the last caller busy for ever.
   */
  private static Callers.Work drain(Subject subject) {
    AtomicBoolean over = new AtomicBoolean();
    return caller -> over.get()
        ? CompletableFuture.completedFuture(0)
        : subject.claimAndAck(Duration.ZERO).thenApply(claimed -> {
          over.compareAndSet(false, claimed < subject.batch());
          return claimed;
        });
  }

  /** Several runs taken together. */
  private static final class Sum {
    private final Histogram micros = new Histogram(3);
    private Cpu cpu = Cpu.NONE;
    private long messages;
    private double seconds;

    void add(Callers.Result result) {
      messages += result.messages();
      seconds += result.seconds();
      micros.add(result.micros());
      cpu = cpu.plus(result.cpu());
    }

    Row row(String name, String times) {
      return Row.of(name, messages / seconds, times, micros, cpu.perMessage(messages));
    }
  }
}
