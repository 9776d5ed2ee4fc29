package io.bide.bench.http;

import io.bide.bench.report.Bar;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What parked long polls cost: processor time of the server, and time of other requests. */
final class IdlePollsScenario {
  private static final double MOST_CPU_PERCENT = 1;
  private static final double MOST_SLOWER = 2;
  private static final int OTHER_REQUESTS_PER_SECOND = 1_000;

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  IdlePollsScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    try (ParkingChild parking =
        ParkingChild.start(served.target(), served.topic("idle"), options.polls())) {
      String topic = served.topic("others");
      progress.accept("idle-polls: warming up");
      others(served.target(), topic, options.warmup(), new Tally());
      measureCpu(served, parking);
      measureOthers(served.target(), topic, parking);
    }
  }

  private void measureCpu(Served served, ParkingChild parking) {
    if (served.cpu().isEmpty()) {
      findings.remark("the server's processor time is not known; name its process with --pid");
      return;
    }
    progress.accept("idle-polls: processor time without polls");
    double without = cpuPercent(served);
    parking.park();
    progress.accept("idle-polls: processor time with polls");
    double with = cpuPercent(served);
    parking.leave();
    String name = String.format(Locale.ROOT, "%,d idle polls", options.polls());
    findings.add(Row.of(
        name, 0, String.format(Locale.ROOT, "%.2f %% CPU, %.2f %% without them", with, without)));
    findings.add(Bar.atMost(name, with, MOST_CPU_PERCENT, "% CPU"));
  }

  private double cpuPercent(Served served) {
    // Until the compiler and the collector have finished what came before.
    Pause.seconds(options.idleSeconds());
    Optional<Duration> before = served.cpu();
    long start = System.nanoTime();
    Pause.seconds(options.idleSeconds());
    Duration used = served.cpu().orElseThrow().minus(before.orElseThrow());
    return 100.0 * used.toNanos() / (System.nanoTime() - start);
  }

  private void measureOthers(Target target, String topic, ParkingChild parking) throws IOException {
    Tally without = new Tally();
    Tally with = new Tally();
    double turn = options.seconds() / (double) options.turns();
    for (int i = 1; i <= options.turns(); i++) {
      progress.accept("idle-polls: other requests, turn " + i + " of " + options.turns());
      others(target, topic, turn, without);
      parking.park();
      others(target, topic, turn, with);
      parking.leave();
    }
    String name = String.format(
        Locale.ROOT, "put at %,d/s, %,d idle polls", OTHER_REQUESTS_PER_SECOND, options.polls());
    findings.add(without.row(
        String.format(Locale.ROOT, "put at %,d/s", OTHER_REQUESTS_PER_SECOND), "call", ""));
    findings.add(with.row(name, "call", ""));
    findings.add(Bar.atMost(
        name, with.p99Millis() / without.p99Millis(), MOST_SLOWER, "x p99 without them"));
  }

  private void others(Target target, String topic, double seconds, Tally tally) throws IOException {
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      long start = System.nanoTime();
      SteadyPuts puts = new SteadyPuts(
          generator,
          target,
          topic,
          options,
          When.TOMORROW,
          new SteadyPuts.Pace(OTHER_REQUESTS_PER_SECOND, seconds),
          tally);
      generator.run(puts::over, puts::tick);
      tally.ran((System.nanoTime() - start) / 1e9);
    }
  }
}
