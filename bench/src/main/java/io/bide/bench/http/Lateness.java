package io.bide.bench.http;

import io.bide.bench.report.Row;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How late messages came, by the wall clock: from the due time that the answer names to the moment the
 * answer was read.
 */
final class Lateness implements Claimer.Shift {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final Histogram micros = new Histogram(LONGEST_MICROS, 3);
  private final Scan dueTimes;
  private final long expected;
  private final long notBeforeMillis;
  private long early;
  private long acked;
  private Instant lastAck = Instant.EPOCH;

  /**
   * Nothing has come yet.
   *
   * @param expected the consumers go on until so many are acknowledged
   * @param notBeforeMillis what is due before that time is not counted
   */
  Lateness(Speech speech, long expected, long notBeforeMillis) {
    this.dueTimes = speech.due();
    this.expected = expected;
    this.notBeforeMillis = notBeforeMillis;
  }

  @Override
  public void claimed(Answer answer) {
    Instant now = Instant.now();
    int at = answer.from();
    while ((at = dueTimes.next(answer.bytes(), at, answer.to())) >= 0) {
      long due = Scan.numberAt(answer.bytes(), at);
      if (due >= notBeforeMillis) {
        judge(ChronoUnit.MICROS.between(Instant.ofEpochMilli(due), now));
      }
    }
  }

  private void judge(long lateMicros) {
    if (lateMicros < 0) {
      early++;
    }
    micros.recordValue(Math.min(LONGEST_MICROS, Math.max(0, lateMicros)));
  }

  @Override
  public void acked(int messages, long nanos) {
    acked += messages;
    lastAck = Instant.now();
  }

  @Override
  public boolean goesOn(boolean foundNothing) {
    return !over();
  }

  /** Whether all have been acknowledged. */
  boolean over() {
    return acked >= expected;
  }

  long early() {
    return early;
  }

  long counted() {
    return micros.getTotalCount();
  }

  double p99Millis() {
    return micros.getValueAtPercentile(99) / 1_000.0;
  }

  /** From then to the last ack. */
  double secondsSince(long epochMillis) {
    return ChronoUnit.MICROS.between(Instant.ofEpochMilli(epochMillis), lastAck) / 1e6;
  }

  Row row(String name, double rate, String note) {
    return Row.of(name, rate, "late", micros, note);
  }
}
