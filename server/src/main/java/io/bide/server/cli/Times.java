package io.bide.server.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.regex.Pattern;

/** Points in time as people in one zone write and read them. */
final class Times {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);
  private static final Pattern MILLIS = Pattern.compile("\\d{1,15}");

  /** A date, perhaps with a time of day, perhaps with its offset from UTC. */
  private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder()
      .append(DateTimeFormatter.ISO_LOCAL_DATE)
      .optionalStart()
      .appendLiteral('T')
      .append(DateTimeFormatter.ISO_LOCAL_TIME)
      .optionalStart()
      .appendOffsetId()
      .toFormatter(Locale.ROOT);

  private final Terminal terminal;

  Times(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The local time, and how far it is from now: {@code 2030-01-01T01:00:00.000+01:00 (in 2h)}. */
  String show(long epochMillis) {
    return plain(epochMillis) + " (" + relative(epochMillis) + ")";
  }

  String plain(long epochMillis) {
    return ISO.format(Instant.ofEpochMilli(epochMillis).atZone(terminal.zone()));
  }

  private String relative(long epochMillis) {
    long away = epochMillis - terminal.clock().millis();
    if (away == 0) {
      return "now";
    }
    return away > 0 ? "in " + Durations.rough(away) : Durations.rough(-away) + " ago";
  }

  /**
   * Epoch milliseconds of what somebody wrote.
   *
   * @throws IllegalArgumentException saying what may be written
   */
  long parse(String text) {
    if (MILLIS.matcher(text).matches()) {
      return Long.parseLong(text);
    }
    if (text.equals("now")) {
      return terminal.clock().millis();
    }
    if ((text.startsWith("+") || text.startsWith("-")) && Durations.isOne(text.substring(1))) {
      long away = Durations.parse(text.substring(1)).toMillis();
      return terminal.clock().millis() + (text.startsWith("+") ? away : -away);
    }
    try {
      return instant(
              WRITTEN.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from))
          .toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text
          + "' is no time; write 2030-01-31T12:00:00Z, 2030-01-31T12:00 (local time), 2030-01-31,"
          + " now, +2h, -30m or milliseconds since 1970");
    }
  }

  private Instant instant(TemporalAccessor written) {
    if (written instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    LocalDateTime local =
        written instanceof LocalDateTime time ? time : ((LocalDate) written).atStartOfDay();
    return local.atZone(terminal.zone()).toInstant();
  }
}
