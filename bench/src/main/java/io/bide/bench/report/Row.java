package io.bide.bench.report;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * One line of the result.
 *
 * @param rate messages per second; 0 if that is not what was measured
 * @param times what the percentiles are of, such as {@code call}
 * @param note in words
 */
public record Row(
    String name,
    double rate,
    String times,
    double p50Millis,
    double p99Millis,
    double p999Millis,
    double maxMillis,
    String note) {
  private static final String FORMAT = "%-44s %12s   %-6s %9s %9s %9s %9s   %s";

  /** A rate and how long calls took, from a histogram in microseconds. */
  public static Row of(String name, double rate, String times, Histogram micros, String note) {
    return new Row(
        name,
        rate,
        times,
        micros.getValueAtPercentile(50) / 1_000.0,
        micros.getValueAtPercentile(99) / 1_000.0,
        micros.getValueAtPercentile(99.9) / 1_000.0,
        micros.getMaxValue() / 1_000.0,
        note);
  }

  public static Row of(String name, double rate, String note) {
    return new Row(name, rate, "", 0, 0, 0, 0, note);
  }

  public Row withNote(String other) {
    return new Row(name, rate, times, p50Millis, p99Millis, p999Millis, maxMillis, other);
  }

  public static String header() {
    return String.format(
        Locale.ROOT,
        FORMAT,
        "benchmark",
        "msg/s",
        "",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms",
        "");
  }

  public String line() {
    boolean timed = !times.isEmpty();
    return String.format(
        Locale.ROOT,
        FORMAT,
        name,
        rate == 0 ? "" : String.format(Locale.ROOT, "%,.0f", rate),
        times,
        timed ? millis(p50Millis) : "",
        timed ? millis(p99Millis) : "",
        timed ? millis(p999Millis) : "",
        timed ? millis(maxMillis) : "",
        note);
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  public String json() {
    return String.format(
        Locale.ROOT,
        "{\"name\":\"%s\",\"rate\":%.1f,\"times\":\"%s\",\"p50Millis\":%.3f,\"p99Millis\":%.3f,"
            + "\"p999Millis\":%.3f,\"maxMillis\":%.3f,\"note\":\"%s\"}",
        Json.escape(name),
        rate,
        times,
        p50Millis,
        p99Millis,
        p999Millis,
        maxMillis,
        Json.escape(note));
  }
}
