package io.bide.bench;

import io.bide.bench.bed.StoreName;
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
 * @param store {@code rocksdb}, or the URL of a Redis
 * @param dir where the data of the embedded store goes, for as long as it is measured
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
    String store,
    Path dir,
    String json) {
  private static final String ROCKSDB = "rocksdb";
  private static final Map<String, String> DEFAULTS = Map.ofEntries(
      Map.entry("only", "put,claim,mixed,worker,lateness,burst,pending,restart"),
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
      Map.entry("store", ROCKSDB),
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
      given.put(parts[0], parts[1]);
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
        Long.parseLong(digits(given, "pending")),
        number(given, "retention"),
        text(given, "store"),
        Path.of(text(given, "dir")),
        text(given, "json"));
  }

  private static int number(Map<String, String> given, String name) {
    return Integer.parseInt(digits(given, name));
  }

  private static String digits(Map<String, String> given, String name) {
    return text(given, name).replace("_", "");
  }

  private static String text(Map<String, String> given, String name) {
    return Objects.requireNonNull(given.get(name));
  }

  boolean isEmbedded() {
    return store.equals(ROCKSDB);
  }

  /** In one line, without the password of the store. */
  @Override
  public String toString() {
    return String.format(
        "%s; %d callers, batch %d, body %d bytes, %d s after %d s of warm-up, %d threads, rate %d/s,"
            + " %d consumers, burst %d, %d pending, retention %d s, store %s",
        new TreeSet<>(only),
        callers,
        batch,
        body,
        seconds,
        warmup,
        threads,
        rate,
        consumers,
        burst,
        pending,
        retention,
        StoreName.safe(store));
  }

  boolean wants(String benchmark) {
    return only.contains(benchmark);
  }
}
