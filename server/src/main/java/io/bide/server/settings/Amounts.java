package io.bide.server.settings;

import java.time.Duration;
import java.util.Map;

/** Sizes and durations as people write them. A number without a unit is a size in bytes. */
final class Amounts {
  private static final Map<String, Long> SIZES =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final Map<String, Long> TIMES =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private Amounts() {}

  static long bytes(String text) {
    int unit = endOfDigits(text, 0);
    String name = text.substring(unit).strip();
    Long factor = name.isEmpty() ? Long.valueOf(1) : SIZES.get(name);
    if (unit == 0 || factor == null) {
      throw new IllegalArgumentException();
    }
    return times(text.substring(0, unit), factor);
  }

  /** One or several parts, each with its unit: {@code 90s}, {@code 1m30s}. */
  static Duration duration(String text) {
    long millis = 0;
    int at = 0;
    do {
      int unit = endOfDigits(text, at);
      int next = unit;
      while (next < text.length() && !isDigit(text.charAt(next))) {
        next++;
      }
      Long factor = TIMES.get(text.substring(unit, next));
      if (unit == at || factor == null) {
        throw new IllegalArgumentException();
      }
      millis = sum(millis, times(text.substring(at, unit), factor));
      at = next;
    } while (at < text.length());
    return Duration.ofMillis(millis);
  }

  private static int endOfDigits(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long times(String digits, long factor) {
    try {
      return Math.multiplyExact(Long.parseLong(digits), factor);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("it is too large", e);
    }
  }

  private static long sum(long a, long b) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("it is too large", e);
    }
  }
}
