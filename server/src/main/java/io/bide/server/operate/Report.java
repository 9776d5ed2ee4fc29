package io.bide.server.operate;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects the numbers of one scrape. Not thread-safe. */
final class Report {
  private final Map<Family, List<CounterDataPointSnapshot>> counters = new EnumMap<>(Family.class);
  private final Map<Family, List<GaugeDataPointSnapshot>> gauges = new EnumMap<>(Family.class);
  private final Map<Family, List<HistogramDataPointSnapshot>> histograms =
      new EnumMap<>(Family.class);
  private final Map<Family, List<InfoDataPointSnapshot>> infos = new EnumMap<>(Family.class);

  void count(Family family, Labels labels, long value) {
    points(counters, family, Family.Type.COUNTER)
        .add(new CounterDataPointSnapshot(value, labels, null, 0));
  }

  void gauge(Family family, Labels labels, double value) {
    points(gauges, family, Family.Type.GAUGE).add(new GaugeDataPointSnapshot(value, labels, null));
  }

  void histogram(Family family, Labels labels, Histogram histogram) {
    points(histograms, family, Family.Type.HISTOGRAM)
        .add(HistogramDataPointSnapshot.builder()
            .classicHistogramBuckets(histogram.buckets())
            .sum(histogram.sum())
            .labels(labels)
            .build());
  }

  void info(Family family, Labels labels) {
    points(infos, family, Family.Type.INFO).add(new InfoDataPointSnapshot(labels));
  }

  private static <P> List<P> points(Map<Family, List<P>> all, Family family, Family.Type type) {
    if (family.type() != type) {
      throw new IllegalArgumentException(family + " is no " + type);
    }
    return all.computeIfAbsent(family, f -> new ArrayList<>());
  }

  MetricSnapshots snapshots() {
    List<MetricSnapshot> all = new ArrayList<>();
    counters.forEach((family, points) -> all.add(new CounterSnapshot(metadata(family), points)));
    gauges.forEach((family, points) -> all.add(new GaugeSnapshot(metadata(family), points)));
    histograms.forEach(
        (family, points) -> all.add(new HistogramSnapshot(metadata(family), points)));
    infos.forEach((family, points) -> all.add(new InfoSnapshot(metadata(family), points)));
    return new MetricSnapshots(all);
  }

  private static MetricMetadata metadata(Family family) {
    return new MetricMetadata(family.stem(), family.help());
  }
}
