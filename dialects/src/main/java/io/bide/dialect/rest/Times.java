package io.bide.dialect.rest;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Durations and times as people write them. */
final class Times {
  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

  private Times() {}

  /**
   * A duration such as {@code 250ms}, {@code 90s} or {@code 1h30m}: whole numbers with units, the
   * larger ones first.
   *
   * @throws IllegalArgumentException saying what is expected
   */
  static Duration duration(String text) {
    long total = 0;
    int at = 0;
    int unit = -1;
    do {
      int digits = digitsFrom(text, at);
      int letters = lettersFrom(text, digits);
      int next = unitOf(text.substring(digits, letters));
      if (digits == at || next <= unit) {
        throw notADuration();
      }
      total = add(total, text.substring(at, digits), MILLIS[next]);
      unit = next;
      at = letters;
    } while (at < text.length());
    return Duration.ofMillis(total);
  }

  private static int digitsFrom(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static int lettersFrom(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) >= 'a' && text.charAt(at) <= 'z') {
      at++;
    }
    return at;
  }

  private static int unitOf(String letters) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(letters)) {
        return i;
      }
    }
    throw notADuration();
  }

  private static long add(long total, String number, long millis) {
    try {
      return Math.addExact(total, Math.multiplyExact(Long.parseLong(number), millis));
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("is out of range");
    }
  }

  private static IllegalArgumentException notADuration() {
    return new IllegalArgumentException(
        "must be a duration: whole milliseconds, or text such as \"250ms\", \"90s\", \"5m\", \"2h\","
            + " \"7d\" or \"1h30m\"");
  }

  /**
   * A time in ISO 8601 with its offset from UTC.
   *
   * @throws IllegalArgumentException saying what is expected
   */
  static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "must be a time: epoch milliseconds, or text with an offset such as"
              + " \"2030-01-31T12:00:00Z\"");
    }
  }
}
