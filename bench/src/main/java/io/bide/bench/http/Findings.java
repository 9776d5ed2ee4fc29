package io.bide.bench.http;

import io.bide.bench.report.Bar;
import io.bide.bench.report.Row;
import java.util.ArrayList;
import java.util.List;

/** What has been found so far. */
final class Findings {
  private final List<Row> rows = new ArrayList<>();
  private final List<Bar> bars = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  void add(Row row) {
    rows.add(row);
  }

  void add(Bar bar) {
    bars.add(bar);
  }

  void remark(String remark) {
    remarks.add(remark);
  }

  List<Row> rows() {
    return rows;
  }

  List<Bar> bars() {
    return bars;
  }

  List<String> remarks() {
    return remarks;
  }
}
