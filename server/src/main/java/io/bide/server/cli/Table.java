package io.bide.server.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows under headings, aligned; what is longer than all before it moves the columns from there on. */
final class Table {
  private record Column(String heading, boolean right, UnaryOperator<String> paint) {}

  private final Paint paint;
  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private int[] widths = {};

  Table(Paint paint) {
    this.paint = paint;
  }

  Table left(String heading) {
    return left(heading, UnaryOperator.identity());
  }

  Table left(String heading, UnaryOperator<String> painted) {
    columns.add(new Column(heading, false, painted));
    return this;
  }

  Table right(String heading) {
    columns.add(new Column(heading, true, UnaryOperator.identity()));
    return this;
  }

  void row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(cells.size() + " cells in " + columns.size() + " columns");
    }
    rows.add(List.copyOf(cells));
  }

  /** Prints the rows added since it last did, under the headings if these are the first. */
  void print(PrintStream out) {
    List<String> headings = columns.stream().map(Column::heading).toList();
    boolean first = widths.length == 0;
    if (first) {
      widths = new int[columns.size()];
      widen(headings);
    }
    rows.forEach(this::widen);
    if (first) {
      out.println(paint.heading(line(headings, false)));
    }
    rows.forEach(row -> out.println(line(row, true)));
    rows.clear();
  }

  private void widen(List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(cells.get(i)));
    }
  }

  private String line(List<String> cells, boolean painted) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      Column column = columns.get(i);
      boolean last = i + 1 == widths.length;
      String gap = " ".repeat(widths[i] - width(cells.get(i)));
      String cell = painted ? column.paint().apply(cells.get(i)) : cells.get(i);
      line.append(column.right() ? gap + cell : last ? cell : cell + gap).append(last ? "" : "  ");
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
