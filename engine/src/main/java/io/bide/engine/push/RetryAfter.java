package io.bide.engine.push;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header of this name: seconds, or a date. What cannot be read is as if it were not there. */
final class RetryAfter {
  /** Nobody has to wait longer than this because of what a receiver says. */
  static final Duration LONGEST = Duration.ofDays(1);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  static @Nullable Duration read(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    String text = header.strip();
    Duration wait = SECONDS.matcher(text).matches()
        ? Duration.ofSeconds(Long.parseLong(text))
        : date(text, now);
    return wait == null || wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
  }

  private static @Nullable Duration date(String text, Instant now) {
    try {
      Instant time =
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return time.isAfter(now) ? Duration.between(now, time) : Duration.ZERO;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
