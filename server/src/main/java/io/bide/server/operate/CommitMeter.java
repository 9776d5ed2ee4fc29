package io.bide.server.operate;

import io.bide.engine.Commits;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;

/** How long the store takes to make calls durable, and how many at once. */
final class CommitMeter implements Commits {
  private final Histogram duration = new Histogram(Histogram.Scale.COMMIT);
  private final Histogram calls = new Histogram(Histogram.Scale.CALLS);

  @Override
  public void committed(int together, Duration took) {
    duration.record(took.toNanos());
    calls.record(together);
  }

  void report(Report report) {
    report.histogram(Family.COMMIT_DURATION, Labels.EMPTY, duration);
    report.histogram(Family.COMMIT_CALLS, Labels.EMPTY, calls);
  }
}
