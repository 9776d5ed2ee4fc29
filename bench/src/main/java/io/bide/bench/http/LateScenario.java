package io.bide.bench.http;

import io.bide.bench.report.Bar;
import java.io.IOException;
import java.util.Locale;

/** Messages at a steady rate with delays of 1 to 5 s, and consumers that wait for them. */
final class LateScenario {
  private static final double MOST_MILLIS = 5;
  private static final int WAIT_MILLIS = 10_000;
  private static final int LEAST_DELAY_MILLIS = 1_000;

  private final HttpOptions options;
  private final Findings findings;

  LateScenario(HttpOptions options, Findings findings) {
    this.options = options;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    Target target = served.target();
    String topic = served.topic("late");
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      SteadyPuts.Pace pace =
          new SteadyPuts.Pace(options.rate(), (double) options.warmup() + options.seconds());
      SteadyPuts puts =
          new SteadyPuts(generator, target, topic, options, When.SOON, pace, new Tally());
      long notBefore = System.currentTimeMillis() + options.warmup() * 1_000L + LEAST_DELAY_MILLIS;
      Lateness lateness = new Lateness(target.speech(), puts.total(), notBefore);
      for (int i = 0; i < options.consumers(); i++) {
        Claimer claimer =
            new Claimer(target, topic, options.batch(), WAIT_MILLIS, Acks.TOGETHER, lateness);
        claimer.begin(generator.open(claimer));
      }
      generator.run(puts::over, puts::tick);
      double rate = puts.rateSoFar();
      generator.run(lateness::over, () -> {});
      report(lateness, rate);
    }
  }

  private void report(Lateness lateness, double rate) {
    String name = String.format(
        Locale.ROOT, "late, %d consumers, %,d messages/s", options.consumers(), options.rate());
    findings.add(lateness.row(
        name,
        rate,
        lateness.early() + " early of " + lateness.counted() + "; the rate is that of the puts"));
    findings.add(Bar.atMost(name, lateness.p99Millis(), MOST_MILLIS, "ms late at p99"));
    findings.add(Bar.atMost(name, (double) lateness.early(), 0, "early"));
  }
}
