package io.bide.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds fields in JSON by their name and nothing else. That is enough for the answers to bench's own
 * requests, whose bodies hold no quotes, and much cheaper than a parser.
 */
final class Scan {
  private final byte[] field;

  private Scan(String field) {
    this.field = field.getBytes(StandardCharsets.US_ASCII);
  }

  static Scan text(String name) {
    return new Scan("\"" + name + "\":\"");
  }

  static Scan number(String name) {
    return new Scan("\"" + name + "\":");
  }

  /** Looks for a field with that very text. */
  static Scan pair(String name, String text) {
    return new Scan("\"" + name + "\":\"" + text + "\"");
  }

  /** Where the value begins that comes next, or -1. */
  int next(byte[] bytes, int from, int to) {
    int last = to - field.length;
    for (int i = from; i <= last; i++) {
      if (bytes[i] == '"' && matches(bytes, i)) {
        return i + field.length;
      }
    }
    return -1;
  }

  private boolean matches(byte[] bytes, int at) {
    return Arrays.equals(bytes, at, at + field.length, field, 0, field.length);
  }

  /** How often it is there. */
  int count(Answer answer) {
    int count = 0;
    int at = answer.from();
    while ((at = next(answer.bytes(), at, answer.to())) >= 0) {
      count++;
    }
    return count;
  }

  /** The text that begins here, up to its quote. */
  static byte[] textAt(byte[] bytes, int at) {
    int end = at;
    while (bytes[end] != '"') {
      end++;
    }
    return Arrays.copyOfRange(bytes, at, end);
  }

  /** The whole number that begins here. */
  static long numberAt(byte[] bytes, int at) {
    long number = 0;
    for (int i = at; bytes[i] >= '0' && bytes[i] <= '9'; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }
}
