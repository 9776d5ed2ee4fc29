package io.bide.bench;

import io.bide.Due;
import io.bide.bench.bed.Machine;
import io.bide.bench.report.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The speed with many messages waiting, against that of the same store when it was empty. */
final class Pending {
  private static final double TURN_SECONDS = 2;
  private static final int FILL_BATCH = 100;
  private static final long DAYS_30_MILLIS = Duration.ofDays(30).toMillis();

  /** One in so many comes due while it is measured. */
  private static final int SOON = 50;

  private Pending() {}

  static List<Row> measure(Options options) {
    List<Row> rows = new ArrayList<>();
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      Throughput.inTurns("", subject, callers, options.warmup(), 1);
      List<Row> empty =
          Throughput.inTurns(", empty", subject, callers, options.seconds(), TURN_SECONDS);
      rows.addAll(empty);
      rows.add(fill(options, subject, callers));
      List<Row> full = Throughput.inTurns(
          ", " + shortly(options.pending()) + " pending",
          subject,
          callers,
          options.seconds(),
          TURN_SECONDS);
      for (int i = 0; i < full.size(); i++) {
        rows.add(compared(full.get(i), empty.get(i)));
      }
    }
    return rows;
  }

  private static Row fill(Options options, Subject subject, Callers callers) {
    long runMillis = options.seconds() * 1_000L;
    AtomicLong left = new AtomicLong(options.pending());
    Callers.Result filled = callers.runToTheEnd(caller -> left.addAndGet(-FILL_BATCH) < 0
        ? CompletableFuture.completedFuture(0)
        : subject.put(FILL_BATCH, () -> due(runMillis)));
    return Row.of("fill " + shortly(options.pending()), filled.rate(), "call", filled.micros(), "");
  }

  private static Due due(long runMillis) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long latest = random.nextInt(SOON) == 0 ? 2 * runMillis : DAYS_30_MILLIS;
    return Due.after(Duration.ofMillis(random.nextLong(latest)));
  }

  private static Row compared(Row full, Row empty) {
    String note = String.format(
        Locale.ROOT,
        "%.2f x empty; %s; %s",
        full.rate() / empty.rate(),
        Machine.memory(),
        full.note());
    return full.withNote(note);
  }

  static String shortly(long messages) {
    return messages % 1_000_000 == 0 ? messages / 1_000_000 + "M" : messages / 1_000 + "k";
  }
}
