package io.bide.testing;

import io.bide.BideException;
import java.util.function.Supplier;

/** Cursors come from callers, who may send anything. */
final class Cursors {
  private Cursors() {}

  /** What a cursor says, or an error that blames the caller. */
  static <T> T read(Supplier<T> parse) {
    try {
      return parse.get();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw BideException.invalid(
          "cursor", "is not one that a page before has answered; send it unchanged");
    }
  }
}
