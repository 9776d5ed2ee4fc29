package io.bide.bench.http;

import io.bide.bench.report.Row;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What was done in the turns of one contestant: messages, seconds, and how long calls took. */
final class Tally {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final Histogram micros = new Histogram(LONGEST_MICROS, 3);
  private long messages;
  private double seconds;

  /** A call about so many messages has ended. */
  void add(int count, long nanos) {
    messages += count;
    micros.recordValue(Math.min(LONGEST_MICROS, nanos / 1_000));
  }

  /** A turn has ended. */
  void ran(double turnSeconds) {
    seconds += turnSeconds;
  }

  void plus(long more, double inSeconds) {
    messages += more;
    seconds += inSeconds;
  }

  /** What a part of the same turn has done. */
  void add(Tally part) {
    messages += part.messages;
    micros.add(part.micros);
  }

  long messages() {
    return messages;
  }

  double rate() {
    return messages / seconds;
  }

  double p99Millis() {
    return micros.getValueAtPercentile(99) / 1_000.0;
  }

  Row row(String name, String times, String note) {
    return micros.getTotalCount() == 0
        ? Row.of(name, rate(), note)
        : Row.of(name, rate(), times, micros, note);
  }
}
