package io.bide.bench.http;

import io.bide.bench.report.Bar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Many messages due at one instant, and consumers that wait for it and acknowledge one by one. */
final class BurstScenario {
  private static final double MOST_SECONDS = 1.2;
  private static final int WAIT_MILLIS = 20_000;
  private static final int PUTS_AT_ONCE = 100;
  /** Slower than any machine fills. */
  private static final int FILL_PER_SECOND = 5_000;

  /** The first burst meets a server that has hardly started, perhaps on a busy machine. */
  private static final int SETTLE_MILLIS = 3_000;

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  /** One burst: how late each message came, and how long it took to acknowledge all. */
  private record Drained(Lateness lateness, double seconds) {}

  BurstScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    String topic = served.topic("burst");
    long warm = System.nanoTime() + options.warmup() * 1_000_000_000L;
    while (System.nanoTime() < warm) {
      progress.accept("burst: warming up");
      drain(served.target(), topic);
    }
    List<Drained> bursts = new ArrayList<>();
    for (int i = 1; i <= options.turns(); i++) {
      progress.accept("burst: turn " + i + " of " + options.turns());
      bursts.add(drain(served.target(), topic));
    }
    report(bursts);
  }

  private Drained drain(Target target, String topic) throws IOException {
    long fillMillis = options.burst() * 1_000L / FILL_PER_SECOND;
    long due = System.currentTimeMillis() + fillMillis + SETTLE_MILLIS;
    new PutLoad(target, topic, fillers(target), atOnce(), options.body(), When.at(due))
        .run(Long.MAX_VALUE, total(), new Tally());
    if (System.currentTimeMillis() > due) {
      throw new IllegalStateException(
          "filling took longer than until the burst; use fewer messages than " + options.burst());
    }
    Lateness lateness = new Lateness(target.speech(), total(), 0);
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      for (int i = 0; i < options.consumers(); i++) {
        Claimer claimer =
            new Claimer(target, topic, options.batch(), WAIT_MILLIS, Acks.ONE_BY_ONE, lateness);
        claimer.begin(generator.open(claimer));
      }
      generator.run(lateness::over, () -> {});
    }
    return new Drained(lateness, lateness.secondsSince(due));
  }

  /** One that brings many at once, or many that bring one. */
  private int fillers(Target target) {
    return target.speech().putBatch(atOnce()) == 1 ? options.fewer() : 1;
  }

  private int atOnce() {
    return Math.min(PUTS_AT_ONCE, options.burst());
  }

  /** As many as were asked for, but for a rest that would not fill a put. */
  private int total() {
    return options.burst() / atOnce() * atOnce();
  }

  private void report(List<Drained> bursts) {
    List<Drained> sorted =
        bursts.stream().sorted(Comparator.comparingDouble(Drained::seconds)).toList();
    Drained median = sorted.get(sorted.size() / 2);
    long early = bursts.stream().mapToLong(burst -> burst.lateness().early()).sum();
    String all = String.join(
        ", ",
        bursts.stream()
            .map(burst -> String.format(Locale.ROOT, "%.2f", burst.seconds()))
            .toList());
    String name =
        String.format(Locale.ROOT, "burst of %,d, %d consumers", total(), options.consumers());
    findings.add(median
        .lateness()
        .row(
            name,
            total() / median.seconds(),
            "drained after " + all + " s; the figures are those of the median; " + early
                + " early"));
    findings.add(Bar.atMost(name, median.seconds(), MOST_SECONDS, "s from due to the last ack"));
  }
}
