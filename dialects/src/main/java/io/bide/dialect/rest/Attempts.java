package io.bide.dialect.rest;

import io.bide.Put;
import io.bide.dialect.JsonOut;
import java.io.IOException;

/** A number of attempts, or the word for no limit. */
final class Attempts {
  private static final String UNLIMITED = "unlimited";

  private Attempts() {}

  static int read(JsonIn in) throws IOException {
    if (in.isText() && in.text().equals(UNLIMITED)) {
      return Put.UNLIMITED;
    }
    if (!in.isNumber()) {
      throw in.wrong("must be a whole number or \"" + UNLIMITED + "\"");
    }
    return in.integer();
  }

  static void write(JsonOut out, String name, int attempts) {
    if (attempts == Put.UNLIMITED) {
      out.field(name, UNLIMITED);
    } else {
      out.field(name, attempts);
    }
  }
}
