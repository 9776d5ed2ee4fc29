package io.bide.server.operate;

import io.bide.PushReport;
import io.bide.PushReport.Outcome;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What has become of the messages of a topic that were pushed. Thread-safe. */
final class PushMeter {
  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final Histogram duration = new Histogram(Histogram.Scale.REQUEST);

  PushMeter() {
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  void count(PushReport report) {
    LongAdder adder = outcomes.get(report.outcome());
    if (adder != null) {
      adder.increment();
    }
    duration.record(report.took().toNanos());
  }

  void report(Report report, Labels labels) {
    outcomes.forEach((outcome, count) ->
        report.count(Family.PUSHES, labels.add("outcome", word(outcome)), count.sum()));
    report.histogram(Family.PUSH_DURATION, labels, duration);
  }

  private static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
