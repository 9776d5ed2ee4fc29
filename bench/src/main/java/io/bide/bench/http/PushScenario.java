package io.bide.bench.http;

import io.bide.bench.report.Bar;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;

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
      String steady = served.topic("push-steady");
      served.subscribe(steady, receiver.url(PushReceiver.ALIVE), IN_FLIGHT);
      double alone = lateness(served, receiver, steady, "push");
      String dead = served.topic("push-dead");
      served.subscribe(dead, receiver.url(PushReceiver.DEAD), IN_FLIGHT);
      put(served, dead, 10 * BATCH);
      double beside = lateness(served, receiver, steady, "push beside a dead endpoint");
      findings.add(Bar.atMost(
          "push beside a dead endpoint", beside / alone, MOST_SLOWER, "x p99 without it"));
      served.unsubscribe(steady);
      served.unsubscribe(dead);
    }
  }

  /** Puts them first and subscribes then: what is measured is pushing alone. */
  private double throughput(Served served, PushReceiver receiver, String name, int seconds)
      throws IOException {
    progress.accept("push: throughput");
    String topic = served.topic(name);
    int messages = Math.max(1, seconds) * PER_SECOND;
    put(served, topic, messages);
    receiver.begin(Long.MAX_VALUE);
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

  private double lateness(Served served, PushReceiver receiver, String topic, String what)
      throws IOException {
    progress.accept(what + ": lateness");
    receiver.begin(System.currentTimeMillis() + options.warmup() * 1_000L + LEAST_DELAY_MILLIS);
    try (Generator generator = new Generator(served.target().address(), new HttpFraming())) {
      SteadyPuts puts = new SteadyPuts(
          generator,
          served.target(),
          topic,
          options,
          When.SOON,
          new SteadyPuts.Pace(STEADY_PER_SECOND, (double) options.warmup() + options.seconds()),
          new Tally());
      generator.run(puts::over, puts::tick);
      await(receiver, puts.total());
    }
    String name = String.format(Locale.ROOT, "%s, %,d messages/s", what, STEADY_PER_SECOND);
    findings.add(
        Row.of(name, STEADY_PER_SECOND, "late", receiver.micros(), receiver.early() + " early"));
    findings.add(Bar.atMost(name, receiver.p99Millis(), MOST_MILLIS, "ms late at p99"));
    findings.add(Bar.atMost(name, (double) receiver.early(), 0, "early"));
    return receiver.p99Millis();
  }
}
