package io.bide.server.cli;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 90s}, {@code 1h30m}, or plain milliseconds. */
final class Durations {
  private static final Pattern MILLISECONDS = Pattern.compile("\\d{1,15}");
  private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern PARTS = Pattern.compile("(?:\\d{1,9}(?:ms|s|m|h|d)){1,5}");
  private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms");
  private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
  private static final int SECONDS = 3;

  private Durations() {}

  static boolean isOne(String text) {
    return MILLISECONDS.matcher(text).matches() || PARTS.matcher(text).matches();
  }

  /** As the wire wants it. What is no duration goes there too: the server says so, and why. */
  static Object json(String text) {
    return MILLISECONDS.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
  }

  static Duration parse(String text) {
    if (!isOne(text)) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration; write 250ms, 90s, 5m, 2h, 7d or 1h30m");
    }
    if (MILLISECONDS.matcher(text).matches()) {
      return Duration.ofMillis(Long.parseLong(text));
    }
    Duration sum = Duration.ZERO;
    for (Matcher part = PART.matcher(text); part.find(); ) {
      sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
    }
    return sum;
  }

  private static Duration unit(String name) {
    return switch (name) {
      case "d" -> Duration.ofDays(1);
      case "h" -> Duration.ofHours(1);
      case "m" -> Duration.ofMinutes(1);
      case "s" -> Duration.ofSeconds(1);
      default -> Duration.ofMillis(1);
    };
  }

  /** To the millisecond, and readable by {@link #parse}: {@code 1m30s}. */
  static String exact(long millis) {
    return parts(millis);
  }

  /** The two largest units that count: {@code 3d4h}; milliseconds only below a second. */
  static String rough(long millis) {
    int first = 0;
    while (first < SECONDS && millis < MILLIS[first]) {
      first++;
    }
    long unit = MILLIS[Math.min(first + 1, SECONDS)];
    return millis < MILLIS[SECONDS] ? millis + "ms" : parts(millis - millis % unit);
  }

  private static String parts(long millis) {
    StringBuilder text = new StringBuilder();
    long rest = millis;
    for (int i = 0; i < UNITS.size(); i++) {
      if (rest >= MILLIS[i]) {
        text.append(rest / MILLIS[i]).append(UNITS.get(i));
        rest %= MILLIS[i];
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
