package io.bide.bench;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to measure and how hard: {@code name=value} on the command line.
 *
 * @param only which benchmarks; all by default, those of {@code pending} only when it is not zero
 * @param callers how many callers have a call in flight
 * @param batch how many messages a call brings or asks for
 * @param body the size of a body in bytes
 * @param seconds how long each measurement takes
 * @param warmup how many seconds come before it
 * @param threads how many threads make the calls of all callers
 * @param rate how many messages a second come due in {@code lateness}
 * @param consumers how many claims wait in {@code lateness}
 * @param burst how many messages are due at one instant in {@code burst}
 * @param pending how many messages wait while put and claim are measured again
 * @param retention for how many seconds what has ended is remembered
 * @param dir where the data goes, for as long as it is measured
 * @param json where to write the results too; empty for nowhere
 */
record Options(
    Set<String> only,
    int callers,
    int batch,
    int body,
    int seconds,
    int warmup,
    int threads,
    int rate,
    int consumers,
    int burst,
    long pending,
    int retention,
    Path dir,
    String json) {
  private static final Map<String, String> DEFAULTS = Map.ofEntries(
      Map.entry("only", "put,claim,mixed,lateness,burst,pending,restart"),
      Map.entry("callers", "64"),
      Map.entry("batch", "10"),
      Map.entry("body", "150"),
      Map.entry("seconds", "10"),
      Map.entry("warmup", "5"),
      Map.entry("threads", "1"),
      Map.entry("rate", "5000"),
      Map.entry("consumers", "8"),
      Map.entry("burst", "100000"),
      Map.entry("pending", "0"),
      Map.entry("retention", "300"),
      Map.entry("dir", "bench/target/data"),
      Map.entry("json", ""));

  static Options parse(List<String> arguments) {
    Map<String, String> given = new HashMap<>(DEFAULTS);
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      if (parts.length != 2 || !DEFAULTS.containsKey(parts[0])) {
        throw new IllegalArgumentException(
            argument + " is no option; use name=value with " + new TreeSet<>(DEFAULTS.keySet()));
      }
      given.put(parts[0], parts[1].replace("_", ""));
    }
    return new Options(
        Set.of(text(given, "only").split(",", -1)),
        number(given, "callers"),
        number(given, "batch"),
        number(given, "body"),
        number(given, "seconds"),
        number(given, "warmup"),
        number(given, "threads"),
        number(given, "rate"),
        number(given, "consumers"),
        number(given, "burst"),
        Long.parseLong(text(given, "pending")),
        number(given, "retention"),
        Path.of(text(given, "dir")),
        text(given, "json"));
  }

  private static int number(Map<String, String> given, String name) {
    return Integer.parseInt(text(given, name));
  }

  private static String text(Map<String, String> given, String name) {
    return Objects.requireNonNull(given.get(name));
  }

  boolean wants(String benchmark) {
    return only.contains(benchmark);
  }
}
