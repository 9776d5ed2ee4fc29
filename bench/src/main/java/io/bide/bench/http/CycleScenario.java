package io.bide.bench.http;

import io.bide.bench.report.Bar;
import java.io.IOException;
import java.util.function.Consumer;

/** Claims of a batch and their acks, beside the same without a server. */
final class CycleScenario {
  private static final double OF_ENGINE = 0.5;
  private static final double ONE_BY_ONE_PER_SECOND = 20_000;
  private static final String TOGETHER = "acked together";
  private static final String ONE_BY_ONE = "acked one by one";
  private static final String ENGINE = "in process";
  private static final String BARE = "bare server";

  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Findings findings;

  CycleScenario(HttpOptions options, Consumer<String> progress, Findings findings) {
    this.options = options;
    this.progress = progress;
    this.findings = findings;
  }

  void run(Served served) throws IOException {
    if (served.target().speech().acks(Acks.TOGETHER) == Acks.TOGETHER) {
      runBesideOthers(served);
    } else {
      runOneByOne(served);
    }
  }

  private void runOneByOne(Served served) throws IOException {
    CycleLoad load =
        new CycleLoad(served.target(), served.topic("cycle1"), options, Acks.ONE_BY_ONE);
    Contest.Result result = new Contest(options, progress).add(ONE_BY_ONE, load).run();
    addRows(result, load);
    addBarOneByOne(result);
  }

  private void runBesideOthers(Served served) throws IOException {
    CycleLoad together =
        new CycleLoad(served.target(), served.topic("cycle"), options, Acks.TOGETHER);
    CycleLoad oneByOne =
        new CycleLoad(served.target(), served.topic("cycle1"), options, Acks.ONE_BY_ONE);
    try (EngineChild engine = EngineChild.start(options);
        BareChild bare = BareChild.start(options.loops())) {
      Contest.Result result = new Contest(options, progress)
          .add(TOGETHER, together)
          .add(ENGINE, engine)
          .add(ONE_BY_ONE, oneByOne)
          .add(BARE, CycleLoad.ofBare(bare.target(), options))
          .run();
      addRows(result, together);
      addBars(result);
    }
  }

  private void addRows(Contest.Result result, CycleLoad filled) {
    int atOnce = options.dialect().speech().putBatch(options.batch());
    findings.add(filled
        .puts()
        .row(
            "put " + atOnce + " at once, " + options.fewer() + " connections",
            "call",
            "filling for the claims"));
    for (String name : result.names()) {
      findings.add(result
          .of(name)
          .row(
              "claim " + options.batch() + ", " + name,
              "to ack",
              name.equals(ENGINE) ? "64 callers" : ""));
    }
  }

  private void addBars(Contest.Result result) {
    findings.add(
        Bar.atLeast(bar(TOGETHER), result.ratio(TOGETHER, ENGINE), OF_ENGINE, "x in process"));
    addBarOneByOne(result);
  }

  private void addBarOneByOne(Contest.Result result) {
    findings.add(Bar.atLeast(
        bar(ONE_BY_ONE), result.of(ONE_BY_ONE).rate(), ONE_BY_ONE_PER_SECOND, "messages/s"));
  }

  private String bar(String how) {
    return "claim " + options.batch() + ", " + how + ", " + options.fewer() + " connections";
  }
}
