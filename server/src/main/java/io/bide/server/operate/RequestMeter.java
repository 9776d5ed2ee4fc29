package io.bide.server.operate;

import io.bide.server.http.Front;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** Requests by route and status. There are as many as there are routes, whatever callers send. */
final class RequestMeter implements Front.Log {
  private final Map<String, Map<String, RouteMeter>> dialects = new ConcurrentHashMap<>();

  @Override
  public void answered(String dialect, String route, int status, long nanos) {
    Map<String, RouteMeter> routes = dialects.get(dialect);
    RouteMeter meter = routes == null ? null : routes.get(route);
    (meter == null ? add(dialect, route) : meter).count(status, nanos);
  }

  private RouteMeter add(String dialect, String route) {
    return dialects
        .computeIfAbsent(dialect, d -> new ConcurrentHashMap<>())
        .computeIfAbsent(route, r -> new RouteMeter(Labels.of("dialect", dialect, "route", r)));
  }

  void report(Report report) {
    dialects.values().forEach(routes -> routes.values().forEach(route -> route.report(report)));
  }

  private static final class RouteMeter {
    private static final int STATUSES = 600;

    private final Labels labels;
    private final Histogram duration = new Histogram(Histogram.Scale.REQUEST);
    private final AtomicReferenceArray<LongAdder> byStatus = new AtomicReferenceArray<>(STATUSES);

    private RouteMeter(Labels labels) {
      this.labels = labels;
    }

    private void count(int status, long nanos) {
      LongAdder counter = byStatus.get(status);
      (counter == null ? add(status) : counter).increment();
      duration.record(nanos);
    }

    private LongAdder add(int status) {
      return byStatus.updateAndGet(status, there -> there == null ? new LongAdder() : there);
    }

    private void report(Report report) {
      for (int status = 0; status < STATUSES; status++) {
        LongAdder counter = byStatus.get(status);
        if (counter != null) {
          Labels all = labels.add("status", Integer.toString(status));
          report.count(Family.REQUESTS, all, counter.sum());
        }
      }
      report.histogram(Family.REQUEST_DURATION, labels, duration);
    }
  }
}
