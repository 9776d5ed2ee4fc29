package io.bide.bench.http;

import io.bide.bench.bed.Directory;
import io.bide.bench.bed.Machine;
import io.bide.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures a server over HTTP, and in the same run what it is compared with. Each scenario has a server
 * of its own with an empty store, unless the options name one that is there.
 */
public final class HttpBench {
  private final HttpOptions options;
  private final List<String> serve;
  private final Consumer<String> progress;
  private final Findings findings = new Findings();

  /**
   * A benchmark that has not run yet.
   *
   * @param serve the command that starts a server; the options {@code --host}, {@code --port} and
   *     {@code --data} are appended
   * @param progress told what is measured now
   */
  public HttpBench(HttpOptions options, List<String> serve, Consumer<String> progress) {
    this.options = options;
    this.serve = List.copyOf(serve);
    this.progress = progress;
  }

  /** Measures; takes minutes. */
  public Report run() throws IOException {
    String machine = machine();
    for (Scenario scenario : Scenario.values()) {
      if (options.wants(scenario)) {
        progress.accept(scenario + ": starting");
        try (Served served = Served.open(options, serve)) {
          run(scenario, served);
          served.leaveNothing().forEach(findings::remark);
        }
      }
    }
    return new Report(
        machine, options.toString(), findings.rows(), findings.bars(), findings.remarks());
  }

  /** Before the work: the load that it tells is that of others. */
  private static String machine() throws IOException {
    try (Directory directory = Directory.temporary()) {
      return Machine.facts(directory.path());
    }
  }

  private void run(Scenario scenario, Served served) throws IOException {
    switch (scenario) {
      case PUT -> new PutScenario(options, progress, findings).run(served);
      case CYCLE -> new CycleScenario(options, progress, findings).run(served);
      case LATE -> new LateScenario(options, findings).run(served);
      case BURST -> new BurstScenario(options, progress, findings).run(served);
      case IDLE_POLLS -> new IdlePollsScenario(options, progress, findings).run(served);
      case CLIENT -> new ClientScenario(options, progress, findings).run(served);
      case PUSH -> new PushScenario(options, progress, findings).run(served);
    }
  }
}
