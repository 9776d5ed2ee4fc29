package io.bide.bench.report;

/** Text inside of JSON. */
final class Json {
  private Json() {}

  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
