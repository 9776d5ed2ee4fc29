package io.bide;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The rules for names and durations, each with an error that names the field and the limit. */
final class Checks {
  static final int MAX_NAME_BYTES = 255;
  static final Duration MAX_DURATION = Duration.ofDays(365_000);

  /**
   * An id that is only looked up may be longer than one that is put: death notices are named after
   * the message that died.
   */
  private static final int MAX_LOOKED_UP_BYTES = 512;

  private Checks() {}

  static String name(String field, @Nullable String value) {
    return name(field, value, MAX_NAME_BYTES);
  }

  static String lookedUpId(String field, @Nullable String value) {
    return name(field, value, MAX_LOOKED_UP_BYTES);
  }

  private static String name(String field, @Nullable String value, int maxBytes) {
    if (value == null || value.isEmpty()) {
      throw BideException.invalid(field, "is empty; give 1 to " + maxBytes + " bytes");
    }
    if (value.length() > maxBytes || utf8Length(value) > maxBytes) {
      throw BideException.tooLarge(field, "is longer than " + maxBytes + " bytes of UTF-8");
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c)) {
        throw BideException.invalid(
            field, "has a control character at position " + i + "; remove it");
      }
      if (isLoneSurrogate(value, i)) {
        throw BideException.invalid(field, "has half a character at position " + i + "; remove it");
      }
    }
    return value;
  }

  private static int utf8Length(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isLoneSurrogate(String value, int i) {
    char c = value.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
  }

  static Duration positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw BideException.invalid(field, "is " + value + "; it must be longer than zero");
    }
    return bounded(field, value);
  }

  static Duration notNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw BideException.invalid(field, "is " + value + "; it must not be negative");
    }
    return bounded(field, value);
  }

  private static Duration bounded(String field, Duration value) {
    if (value.compareTo(MAX_DURATION) > 0) {
      throw BideException.invalid(
          field, "is " + value + "; the longest is " + MAX_DURATION.toDays() + " days");
    }
    return value;
  }

  static int atLeast(String field, int least, int value) {
    if (value < least) {
      throw BideException.invalid(field, "is " + value + "; the least is " + least);
    }
    return value;
  }
}
