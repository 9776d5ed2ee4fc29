package io.bide.bench.report;

import java.util.Locale;

/**
 * A figure and what it has to reach.
 *
 * @param name what the figure is of
 * @param limit the least that is wanted, or the most
 * @param least whether the limit is the least
 * @param unit what the figure counts, such as {@code "x the bare server"}
 */
public record Bar(String name, double figure, double limit, boolean least, String unit) {
  public static Bar atLeast(String name, double figure, double limit, String unit) {
    return new Bar(name, figure, limit, true, unit);
  }

  public static Bar atMost(String name, double figure, double limit, String unit) {
    return new Bar(name, figure, limit, false, unit);
  }

  /** A figure that is no number, such as a ratio to nothing, reaches nothing. */
  public boolean reached() {
    return least ? figure >= limit : figure <= limit;
  }

  public String line() {
    return String.format(
        Locale.ROOT,
        "%-11s  %-66s %s %s (%s %s)",
        reached() ? "reached" : "not reached",
        name,
        number(figure),
        unit,
        least ? "at least" : "at most",
        number(limit));
  }

  private static String number(double value) {
    return value >= 1_000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"name\":\"%s\",\"figure\":%s,\"%s\":%s,\"unit\":\"%s\",\"reached\":%b}",
        Json.escape(name),
        Double.isFinite(figure) ? String.format(Locale.ROOT, "%.3f", figure) : "null",
        least ? "atLeast" : "atMost",
        limit,
        Json.escape(unit),
        reached());
  }
}
