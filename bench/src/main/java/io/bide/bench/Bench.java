package io.bide.bench;

import io.bide.bench.bed.Directory;
import io.bide.bench.bed.Machine;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs the benchmarks that the {@link Options} name and prints a table. */
final class Bench {
  private final Options options;
  private final List<String> arguments;
  private final List<Row> rows = new ArrayList<>();

  private Bench(List<String> arguments) {
    this.options = Options.parse(arguments);
    this.arguments = arguments;
  }

  public static void main(String[] args) throws IOException {
    new Bench(List.of(args)).run();
    System.exit(0);
  }

  private void run() throws IOException {
    Files.createDirectories(options.dir());
    String facts = Machine.facts(options.dir());
    System.out.println(facts);
    System.out.println(options);
    System.out.println(Row.header());
    if (options.wants("put")) {
      print(Throughput.put(options));
    }
    if (options.wants("claim")) {
      print(Throughput.claim(options));
    }
    if (options.wants("mixed")) {
      print(Throughput.mixed(options));
    }
    if (options.wants("worker")) {
      Working.measure(options).forEach(this::print);
    }
    if (options.wants("lateness")) {
      print(Punctuality.steady(options));
    }
    if (options.wants("burst")) {
      print(Punctuality.burst(options));
    }
    if (options.pending() > 0 && options.wants("pending")) {
      Pending.measure(options).forEach(this::print);
    }
    if (options.pending() > 0 && options.wants("restart")) {
      print(Restart.measure(options, arguments));
    }
    if (options.pending() > 0 && options.wants("memory")) {
      print(RedisMemory.measure(options));
    }
    Subject.clear(options);
    Directory.delete(options.dir());
    if (!options.json().isEmpty()) {
      writeJson(facts);
    }
  }

  private void print(Row row) {
    rows.add(row);
    System.out.println(row.line());
  }

  private void writeJson(String facts) throws IOException {
    String results = rows.stream().map(Row::json).collect(Collectors.joining(",\n  "));
    Files.writeString(
        Path.of(options.json()),
        "{\"machine\":\"" + facts + "\",\n \"results\":[\n  " + results + "]}\n");
  }
}
