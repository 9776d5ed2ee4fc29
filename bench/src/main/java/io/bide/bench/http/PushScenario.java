package io.bide.bench.http;

import io.bide.bench.report.Bar;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Messages pushed to a receiver that answers at once: how many a second, how late at a steady rate, and
 * how late beside an endpoint that never answers.
 */
final class PushScenario {
  private static final int IN_FLIGHT = 64;
  private static final int PER_SECOND = 8_000;
  private static final int STEADY_PER_SECOND = 1_000;
  private static final double MOST_MILLIS = 10;
  private static final double MOST_SLOWER = 1.2;
  private static final int LEAST_DELAY_MILLIS = 1_000;
  private static final int BATCH = 500;
  private static final int DEAD_MESSAGES = 10 * BATCH;
  private static final int LOOK_MILLIS = 20;
  private static final int PATIENCE_SECONDS = 120;

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  PushScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    try (PushReceiver receiver = new PushReceiver()) {
      throughput(served, receiver, "push-warmup", options.warmup());
      report(throughput(served, receiver, "push", options.seconds()));
      lateness(served, receiver);
    }
  }

  /** With and without a dead endpoint in turns, so that the moods of the machine hit both alike. */
  private void lateness(Served served, PushReceiver receiver) throws IOException {
    Histogram alone = PushReceiver.histogram();
    Histogram beside = PushReceiver.histogram();
    String steady = served.topic("push-steady");
    String dead = served.topic("push-dead");
    put(served, dead, DEAD_MESSAGES);
    served.subscribe(steady, receiver.url(PushReceiver.ALIVE), IN_FLIGHT);
    pushSteadily(served, receiver, steady, options.warmup(), PushReceiver.histogram());
    double turn = options.seconds() / (double) options.turns();
    for (int i = 1; i <= options.turns(); i++) {
      progress.accept("push: lateness, turn " + i + " of " + options.turns());
      pushSteadily(served, receiver, steady, turn, alone);
      served.subscribe(dead, receiver.url(PushReceiver.DEAD), IN_FLIGHT);
      pushSteadily(served, receiver, steady, turn, beside);
      served.unsubscribe(dead);
      receiver.letGo();
    }
    served.unsubscribe(steady);
    report(alone, beside, receiver.early());
  }

  /** Puts them first and subscribes then: what is measured is pushing alone. */
  private double throughput(Served served, PushReceiver receiver, String name, int seconds)
      throws IOException {
    progress.accept("push: throughput");
    String topic = served.topic(name);
    int messages = Math.max(1, seconds) * PER_SECOND;
    put(served, topic, messages);
    receiver.begin(Long.MAX_VALUE, PushReceiver.histogram());
    served.subscribe(topic, receiver.url(PushReceiver.ALIVE), IN_FLIGHT);
    await(receiver, messages);
    served.unsubscribe(topic);
    return receiver.arrived() / receiver.seconds();
  }

  private void report(double rate) {
    String name = "push, " + IN_FLIGHT + " in flight";
    findings.add(Row.of(name, rate, "delivered and acknowledged"));
    findings.add(Bar.atLeast(name, rate, PER_SECOND, "deliveries/s"));
  }

  private void put(Served served, String topic, int messages) throws IOException {
    try (Generator generator = new Generator(served.target().address(), new HttpFraming())) {
      PutRequest request = new PutRequest(served.target(), topic, BATCH, options.body(), When.NOW);
      int[] left = {messages / BATCH};
      Line line = generator.open((sender, answer) -> {
        if (--left[0] > 0) {
          sender.send(request.next());
        }
      });
      line.send(request.next());
      generator.run(() -> left[0] == 0, () -> {});
    }
  }

  private static void await(PushReceiver receiver, long messages) {
    long deadline = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
    while (receiver.arrived() < messages) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("only " + receiver.arrived() + " of " + messages
            + " messages were pushed; may the server call 127.0.0.0/8 (push.allow)?");
      }
      Pause.millis(LOOK_MILLIS);
    }
  }

  private void pushSteadily(
      Served served, PushReceiver receiver, String topic, double seconds, Histogram into)
      throws IOException {
    receiver.begin(System.currentTimeMillis() + LEAST_DELAY_MILLIS, into);
    try (Generator generator = new Generator(served.target().address(), new HttpFraming())) {
      SteadyPuts puts = new SteadyPuts(
          generator,
          served.target(),
          topic,
          options,
          When.SOON,
          new SteadyPuts.Pace(STEADY_PER_SECOND, seconds),
          new Tally());
      generator.run(puts::over, puts::tick);
      await(receiver, puts.total());
    }
  }

  private void report(Histogram alone, Histogram beside, long early) {
    String name = String.format(Locale.ROOT, "push at %,d/s", STEADY_PER_SECOND);
    String besideDead = name + " beside a dead endpoint";
    findings.add(Row.of(name, STEADY_PER_SECOND, "late", alone, early + " early"));
    findings.add(Row.of(besideDead, STEADY_PER_SECOND, "late", beside, early + " early"));
    findings.add(Bar.atMost(name, p99Millis(alone), MOST_MILLIS, "ms late at p99"));
    findings.add(Bar.atMost(name, (double) early, 0, "early"));
    findings.add(Bar.atMost(
        besideDead, p99Millis(beside) / p99Millis(alone), MOST_SLOWER, "x p99 without it"));
  }

  private static double p99Millis(Histogram micros) {
    return micros.getValueAtPercentile(99) / 1_000.0;
  }
}
