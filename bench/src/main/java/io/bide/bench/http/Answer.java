package io.bide.bench.http;

import java.nio.charset.StandardCharsets;

/** One answer, seen in the bytes that came in; only good until the next request is sent. */
final class Answer {
  /** How an answer ends. */
  @FunctionalInterface
  interface Framing {
    /** Looks for a whole answer at the beginning of the bytes and fills it in; false when more has to come. */
    boolean complete(byte[] bytes, int length, Answer answer);
  }

  private byte[] bytes = new byte[0];
  private int status;
  private int from;
  private int to;

  void set(byte[] bytes, int status, int from, int to) {
    this.bytes = bytes;
    this.status = status;
    this.from = from;
    this.to = to;
  }

  int status() {
    return status;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where its content begins. */
  int from() {
    return from;
  }

  /** Where its content ends. */
  int to() {
    return to;
  }

  String text() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Throws unless it has that status. */
  void require(int expected) {
    if (status != expected) {
      throw new IllegalStateException(
          "the server answered " + status + " instead of " + expected + ": " + text());
    }
  }
}
