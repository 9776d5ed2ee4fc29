package io.bide.bench.redisson;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to measure and how hard: {@code name=value} on the command line.
 *
 * @param only which of {@code put,burst,lateness,kill}; all by default
 * @param rounds how often each contender has its turn
 * @param seconds how long a turn of {@code put} and {@code lateness} takes
 * @param threads how many threads put
 * @param consumers how many items are worked on at the same time
 * @param burst how many items are due at one instant
 * @param rate how many items a second come due in {@code lateness}
 * @param killed how many items a consumer is killed over
 * @param redis the URL of a Redis that is there; empty to start one
 * @param json where to write the results too; empty for nowhere
 */
record Options(
    Set<String> only,
    int rounds,
    int seconds,
    int threads,
    int consumers,
    int burst,
    int rate,
    int killed,
    String redis,
    String json) {
  static final String PUT = "put";
  static final String BURST = "burst";
  static final String LATENESS = "lateness";
  static final String KILL = "kill";

  private static final List<String> ALL = List.of(PUT, BURST, LATENESS, KILL);
  private static final Map<String, String> DEFAULTS = Map.of(
      "only", String.join(",", ALL),
      "rounds", "3",
      "seconds", "5",
      "threads", "64",
      "consumers", "64",
      "burst", "20000",
      "rate", "2000",
      "killed", "2000",
      "redis", "",
      "json", "");

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
        scenarios(text(given, "only")),
        number(given, "rounds"),
        number(given, "seconds"),
        number(given, "threads"),
        number(given, "consumers"),
        number(given, "burst"),
        number(given, "rate"),
        number(given, "killed"),
        text(given, "redis"),
        text(given, "json"));
  }

  private static Set<String> scenarios(String only) {
    Set<String> wanted = new LinkedHashSet<>(List.of(only.split(",", -1)));
    if (!ALL.containsAll(wanted)) {
      throw new IllegalArgumentException("only=" + only + " has to be some of " + ALL);
    }
    return wanted;
  }

  private static int number(Map<String, String> given, String name) {
    String value = text(given, name);
    if (!value.matches("[1-9][0-9_]{0,8}")) {
      throw new IllegalArgumentException(name + "=" + value + " has to be a number from 1 on");
    }
    return Integer.parseInt(value.replace("_", ""));
  }

  private static String text(Map<String, String> given, String name) {
    return Objects.requireNonNull(given.get(name));
  }

  boolean wants(String scenario) {
    return only.contains(scenario);
  }
}
