package io.bide.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that a run found.
 *
 * @param machine what the numbers depend on besides the code
 * @param options how it was measured
 * @param rows what was measured
 * @param bars what had to be reached
 * @param remarks what could not be measured, and why
 */
public record Report(
    String machine, String options, List<Row> rows, List<Bar> bars, List<String> remarks) {
  /** As a table, for people. */
  public String table() {
    return Stream.of(
            Stream.of(machine, options, "", Row.header()),
            rows.stream().map(Row::line),
            bars.isEmpty() ? Stream.<String>of() : Stream.of(""),
            bars.stream().map(Bar::line),
            remarks.stream().map(remark -> "note: " + remark))
        .flatMap(lines -> lines)
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** As JSON, for programs. */
  public String json() {
    return "{\"machine\":\"" + Json.escape(machine)
        + "\",\n \"options\":\"" + Json.escape(options)
        + "\",\n \"results\":[" + list(rows.stream().map(Row::json))
        + "],\n \"bars\":[" + list(bars.stream().map(Bar::json))
        + "],\n \"remarks\":["
        + list(remarks.stream().map(remark -> "\"" + Json.escape(remark) + "\"")) + "]}\n";
  }

  private static String list(Stream<String> elements) {
    List<String> all = elements.toList();
    return all.isEmpty() ? "" : "\n  " + String.join(",\n  ", all);
  }
}
