package io.bide.bench.http;

import io.bide.bench.report.Bar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts: beside the bare server with many connections, beside beanstalkd with fewer. */
final class PutScenario {
  private static final double OF_BEANSTALKD = 3;
  private static final String BIDE = "put";
  private static final String BARE = "bare server";
  private static final String SYNCED = "beanstalkd -f0";
  private static final String UNSYNCED = "beanstalkd";

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  PutScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    String topic = served.topic("put");
    besideBare(served.target(), topic);
    Optional<Path> beanstalkd = Beanstalkd.installed();
    if (beanstalkd.isPresent()) {
      besideBeanstalkd(served.target(), topic, beanstalkd.get());
    } else {
      findings.remark("beanstalkd is not installed; puts were not compared with it");
    }
  }

  private void besideBare(Target target, String topic) throws IOException {
    int connections = options.connections();
    try (BareChild bare = BareChild.start(options.loops())) {
      Contest.Result result = new Contest(options, progress)
          .add(BIDE, load(target, topic, connections))
          .add(BARE, load(bare.target().in(target.dialect()), topic, connections))
          .run();
      addRows(result, connections);
      findings.add(Bar.atLeast(
          name(BIDE, connections),
          result.ratio(BIDE, BARE),
          target.speech().putsOfBare(),
          "x the bare server"));
    }
  }

  private void besideBeanstalkd(Target target, String topic, Path program) throws IOException {
    int connections = options.fewer();
    try (Beanstalkd synced = Beanstalkd.start(program, connections, options.body(), "-f0");
        Beanstalkd unsynced = Beanstalkd.start(program, connections, options.body())) {
      Contest.Result result = new Contest(options, progress)
          .add(BIDE, load(target, topic, connections))
          .add(SYNCED, synced)
          .add(UNSYNCED, unsynced)
          .run();
      addRows(result, connections);
      findings.add(Bar.atLeast(
          name(BIDE, connections), result.ratio(BIDE, SYNCED), OF_BEANSTALKD, "x beanstalkd -f0"));
    }
  }

  private Contestant load(Target target, String topic, int connections) {
    return new PutLoad(
        target, topic, connections, options.putBatch(), options.body(), When.TOMORROW);
  }

  private void addRows(Contest.Result result, int connections) {
    for (String name : result.names()) {
      findings.add(result.of(name).row(name(name, connections), "call", note(name)));
    }
  }

  private String note(String name) {
    return switch (name) {
      case SYNCED -> "fsync for every put";
      case UNSYNCED -> "fsync every 50 ms, answers before it";
      default -> options.putBatch() == 1 ? "" : options.putBatch() + " messages per request";
    };
  }

  private static String name(String what, int connections) {
    return what + ", " + connections + " connections";
  }
}
