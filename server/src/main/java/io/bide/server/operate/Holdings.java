package io.bide.server.operate;

import io.bide.Horizon;
import io.bide.State;
import io.bide.TopicStats;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one topic holds, or several together. Not thread-safe. */
final class Holdings {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Map<State, Long> messages = new EnumMap<>(State.class);
  private final Map<Horizon, Long> waiting = new EnumMap<>(Horizon.class);
  private @Nullable Instant oldestReady;
  private int paused;

  void add(TopicStats stats) {
    stats.counts().forEach((state, count) -> messages.merge(state, count, Long::sum));
    stats.waiting().forEach((horizon, count) -> waiting.merge(horizon, count, Long::sum));
    older(stats.oldestReady());
    paused += stats.paused() ? 1 : 0;
  }

  void add(Holdings other) {
    other.messages.forEach((state, count) -> messages.merge(state, count, Long::sum));
    other.waiting.forEach((horizon, count) -> waiting.merge(horizon, count, Long::sum));
    older(other.oldestReady);
    paused += other.paused;
  }

  private void older(@Nullable Instant instant) {
    if (instant != null && (oldestReady == null || instant.isBefore(oldestReady))) {
      oldestReady = instant;
    }
  }

  void reportMessages(Report report, Labels labels, Instant now) {
    for (State state : State.values()) {
      Labels all = labels.add("state", state.name().toLowerCase(Locale.ROOT));
      report.gauge(Family.MESSAGES, all, messages.getOrDefault(state, 0L));
    }
    report.gauge(Family.OLDEST_READY_AGE, labels, age(now));
    report.gauge(Family.PAUSED, labels, paused);
  }

  private double age(Instant now) {
    return oldestReady == null
        ? 0
        : Math.max(0, Duration.between(oldestReady, now).toMillis() / MILLIS_PER_SECOND);
  }

  void reportWaiting(Report report) {
    for (Horizon horizon : Horizon.values()) {
      Labels labels = Labels.of("horizon", label(horizon));
      report.gauge(Family.WAITING, labels, waiting.getOrDefault(horizon, 0L));
    }
  }

  private static String label(Horizon horizon) {
    return switch (horizon) {
      case MINUTE_1 -> "1m";
      case MINUTES_10 -> "10m";
      case MINUTES_30 -> "30m";
      case HOUR_1 -> "1h";
      case HOURS_6 -> "6h";
      case DAY_1 -> "1d";
      case DAYS_7 -> "7d";
      case DAYS_30 -> "30d";
      case LATER -> "later";
    };
  }
}
