package io.bide.server;

import io.bide.bench.bed.Child;
import io.bide.bench.http.Dialect;
import io.bide.bench.http.HttpBench;
import io.bide.bench.http.HttpOptions;
import io.bide.bench.http.Scenario;
import io.bide.bench.report.Report;
import io.bide.server.settings.Catalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a server over HTTP beside what it is compared with. */
@Command(
    name = "bench",
    description = {
      "Measures a server over HTTP, and in the same run, in turns, what it is compared with: a bare"
          + " HTTP server that stores nothing, the queue without a server, and beanstalkd where it"
          + " is installed. Without --url it starts a server of its own on a temporary directory.",
      "Example: bide bench put cycle --seconds 30 --store redis://127.0.0.1:6379"
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true)
final class BenchCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..*",
      description =
          "put, cycle, late, burst, idle-polls, client, push. Default: all, in about ten minutes.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private List<String> scenarios = List.of();

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      description = "What the server is spoken to in: rest, camellia.")
  private String dialect = "rest";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "",
      description = "A server that is there. Default: one of its own.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private String url = "";

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description = "What that one stores in: rocksdb, or the URL of a Redis, as for bide serve.")
  private String store = HttpOptions.DEFAULT_STORE;

  @Option(
      names = "--key",
      defaultValue = "${env:BIDE_KEY:-}",
      description = "Its API key.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private String key = "";

  @Option(
      names = "--pid",
      defaultValue = "0",
      description = "Its process, if it is on this machine, for its processor time.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private long pid;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Connections of put beside the bare server.")
  private int connections = HttpOptions.DEFAULT_CONNECTIONS;

  @Option(
      names = "--fewer",
      paramLabel = "N",
      description = "Connections of put beside beanstalkd, and of cycle.")
  private int fewer = HttpOptions.DEFAULT_FEWER;

  @Option(names = "--batch", paramLabel = "N", description = "Messages per claim.")
  private int batch = HttpOptions.DEFAULT_BATCH;

  @Option(names = "--put-batch", paramLabel = "N", description = "Messages per put.")
  private int putBatch = HttpOptions.DEFAULT_PUT_BATCH;

  @Option(names = "--body", paramLabel = "N", description = "Bytes per body.")
  private int body = HttpOptions.DEFAULT_BODY;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each is measured, in all its turns together.")
  private int seconds = HttpOptions.DEFAULT_SECONDS;

  @Option(names = "--turns", paramLabel = "N", description = "In how many turns.")
  private int turns = HttpOptions.DEFAULT_TURNS;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = "Seconds before that which are not counted.")
  private int warmup = HttpOptions.DEFAULT_WARMUP;

  @Option(names = "--rate", paramLabel = "N", description = "Messages a second in late.")
  private int rate = HttpOptions.DEFAULT_RATE;

  @Option(
      names = "--consumers",
      paramLabel = "N",
      description = "Connections that claim in late and burst.")
  private int consumers = HttpOptions.DEFAULT_CONSUMERS;

  @Option(
      names = "--burst",
      paramLabel = "N",
      description = "Messages due at one instant in burst.")
  private int burst = HttpOptions.DEFAULT_BURST;

  @Option(names = "--polls", paramLabel = "N", description = "Long polls parked in idle-polls.")
  private int polls = HttpOptions.DEFAULT_POLLS;

  @Option(
      names = "--idle-seconds",
      paramLabel = "N",
      description = "For how many seconds they are watched.")
  private int idleSeconds = HttpOptions.DEFAULT_IDLE_SECONDS;

  @Option(
      names = "--loops",
      description =
          "Event loops of the bare server. Default: one per processor, as the server has.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private int loops = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--json",
      description = "Print the results as JSON.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private boolean json;

  @Override
  public Integer call() {
    HttpOptions options = options();
    PrintWriter err = spec.commandLine().getErr();
    List<String> serve = Child.java(Main.class.getName(), "serve");
    try {
      Report report = new HttpBench(options, serve, step -> err.println("bench: " + step)).run();
      spec.commandLine().getOut().print(json ? report.json() : report.table());
      spec.commandLine().getOut().flush();
      return 0;
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      throw new OperatorException("the benchmark failed: " + e.getMessage(), e);
    }
  }

  private HttpOptions options() {
    try {
      return HttpOptions.builder()
          .scenarios(chosen())
          .dialect(Dialect.of(dialect))
          .url(url)
          .key(url.isEmpty() ? "" : key)
          .store(checked(store))
          .pid(pid)
          .connections(connections)
          .fewer(fewer)
          .batch(batch)
          .putBatch(putBatch)
          .body(body)
          .seconds(seconds)
          .turns(turns)
          .warmup(warmup)
          .rate(rate)
          .consumers(consumers)
          .burst(burst)
          .polls(polls)
          .idleSeconds(idleSeconds)
          .loops(loops)
          .build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String checked(String store) {
    try {
      return Catalogue.STORE.kind().reader().apply(store).text();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the store is none; allowed: " + Catalogue.STORE.kind().allowed(), e);
    }
  }

  private Set<Scenario> chosen() {
    return scenarios.isEmpty()
        ? EnumSet.allOf(Scenario.class)
        : scenarios.stream().map(Scenario::of).collect(Collectors.toSet());
  }
}
