package io.bide.bench.http;

import io.bide.Topic;
import io.bide.bench.report.Bar;
import io.bide.client.BideClient;
import io.bide.worker.TopicOptions;
import java.io.IOException;
import java.util.function.Consumer;

/** The Java client, used as an application uses it: many threads, one message per call. */
final class ClientScenario {
  private static final double PUTS_PER_SECOND = 25_000;
  private static final double HANDLED_PER_SECOND = 15_000;
  private static final String PUT = "client put";
  private static final String CYCLE = "client claim";
  private static final String WORKER = "client worker";
  private static final String AHEAD = "client worker that claims ahead";
  private static final int FEW = 100;

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  ClientScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    BideClient.Builder builder = BideClient.builder(served.target().url(""));
    if (!served.target().key().isEmpty()) {
      builder.apiKey(served.target().key());
    }
    try (BideClient client = builder.build()) {
      ClientLoad load = new ClientLoad(client, options);
      TopicOptions places = TopicOptions.concurrently(options.connections());
      Contest.Result result = new Contest(options, progress)
          .add(PUT, load.puts(Topic.of(served.topic("client-put"))))
          .add(CYCLE, load.cycle(Topic.of(served.topic("client-cycle"))))
          .add(WORKER, load.worker(Topic.of(served.topic("client-worker")), places))
          .add(AHEAD, load.worker(Topic.of(served.topic("client-ahead")), places.prefetch(FEW)))
          .run();
      findings.add(result.of(PUT).row(name(PUT), "call", "one message per call"));
      findings.add(result
          .of(CYCLE)
          .row(
              name(CYCLE + " " + options.batch()),
              "to ack",
              "each message acked by a call of its own"));
      String worker = WORKER + ", concurrency " + options.connections();
      findings.add(result.of(WORKER).row(worker, "", "a handler that returns at once"));
      findings.add(result.of(AHEAD).row(worker + ", " + FEW + " ahead", "", "the same"));
      findings.add(Bar.atLeast(name(PUT), result.of(PUT).rate(), PUTS_PER_SECOND, "messages/s"));
      findings.add(Bar.atLeast(worker, result.of(WORKER).rate(), HANDLED_PER_SECOND, "messages/s"));
    }
  }

  private String name(String what) {
    return what + ", " + options.connections() + " threads";
  }
}
