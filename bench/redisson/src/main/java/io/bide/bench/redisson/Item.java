package io.bide.bench.redisson;

/**
 * What is put and comes back.
 *
 * @param due when it may come back, in milliseconds of the clock of this machine
 */
record Item(int number, long due) {
  private static final int SIZE = 150;

  /** As a text of 150 characters. */
  String text() {
    String text = number + ":" + due + ":";
    return text + ".".repeat(SIZE - text.length());
  }

  static Item parse(String text) {
    String[] parts = text.split(":", 3);
    return new Item(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
  }
}
