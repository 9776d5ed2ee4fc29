package io.bide.server.operate;

import io.bide.Cause;
import io.bide.Event;
import io.bide.PutResult;
import io.bide.State;
import io.bide.Topic;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What has happened in one topic, or in all that have no meter of their own. Thread-safe. */
final class TopicMeter {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Longer than this nobody has to tell apart, and it does not overflow. */
  private static final long MAX_SECONDS = 1_000_000_000;

  /** Absent for the meter of all others. */
  final @Nullable Topic topic;

  final Labels labels;

  private final LongAdder stored = new LongAdder();
  private final LongAdder replaced = new LongAdder();
  private final LongAdder merged = new LongAdder();
  private final LongAdder duplicates = new LongAdder();
  private final LongAdder claims = new LongAdder();
  private final LongAdder acks = new LongAdder();
  private final LongAdder releases = new LongAdder();
  private final LongAdder extensions = new LongAdder();
  private final LongAdder unclaims = new LongAdder();
  private final LongAdder deadByAttempts = new LongAdder();
  private final LongAdder deadByTtl = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private final LongAdder rescheduled = new LongAdder();
  private final LongAdder redriven = new LongAdder();
  private final LongAdder purged = new LongAdder();
  /** Most topics do not push, and show nothing of it. */
  private final AtomicReference<@Nullable PushMeter> push = new AtomicReference<>();

  private final Histogram lateness = new Histogram(Histogram.Scale.LATENESS);

  private TopicMeter(@Nullable Topic topic, Labels labels) {
    this.topic = topic;
    this.labels = labels;
  }

  static TopicMeter of(Topic topic) {
    return new TopicMeter(topic, Labels.of("namespace", topic.namespace(), "topic", topic.name()));
  }

  /** No namespace is empty, so no topic can be taken for this, whatever it is called. */
  static TopicMeter ofOthers() {
    return new TopicMeter(null, Labels.of("namespace", "", "topic", "_other"));
  }

  /** The frequent ones first. */
  void count(Event event) {
    if (event instanceof Event.Claimed claimed) {
      claimed(claimed);
    } else if (event instanceof Event.Stored put) {
      how(put.how()).increment();
    } else if (event instanceof Event.Settled settled) {
      kind(settled.kind()).increment();
    } else if (event instanceof Event.Pushed pushed) {
      pushMeter().count(pushed.report());
    } else if (event instanceof Event.Refused) {
      duplicates.increment();
    } else if (event instanceof Event.Died died) {
      end(died).increment();
    } else if (event instanceof Event.Cancelled) {
      cancelled.increment();
    } else if (event instanceof Event.Rescheduled) {
      rescheduled.increment();
    } else if (event instanceof Event.Redriven back) {
      redriven.add(back.messages());
    } else if (event instanceof Event.Purged gone) {
      purged.add(gone.messages());
    }
  }

  private PushMeter pushMeter() {
    PushMeter known = push.get();
    if (known != null) {
      return known;
    }
    PushMeter made = new PushMeter();
    PushMeter other = push.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  private void claimed(Event.Claimed event) {
    claims.increment();
    if (event.attempt() == 1) {
      lateness.record(nanosBetween(event.available(), event.at()));
    }
  }

  /** Without the object that {@code Duration.between} would make. */
  private static long nanosBetween(Instant from, Instant to) {
    long seconds = to.getEpochSecond() - from.getEpochSecond();
    long nanos = Math.min(seconds, MAX_SECONDS) * NANOS_PER_SECOND + to.getNano() - from.getNano();
    return seconds < 0 ? 0 : Math.max(0, nanos);
  }

  private LongAdder how(PutResult.How how) {
    return switch (how) {
      case NEW -> stored;
      case REPLACED -> replaced;
      case MERGED -> merged;
    };
  }

  private LongAdder kind(Event.Settled.Kind kind) {
    return switch (kind) {
      case ACK -> acks;
      case RELEASE -> releases;
      case EXTEND -> extensions;
      case UNCLAIM -> unclaims;
    };
  }

  private LongAdder end(Event.Died died) {
    if (died.state() == State.EXPIRED) {
      return expired;
    }
    return died.cause() == Cause.TTL ? deadByTtl : deadByAttempts;
  }

  void report(Report report) {
    report.count(Family.PUTS, labels.add("how", "new"), stored.sum());
    report.count(Family.PUTS, labels.add("how", "replaced"), replaced.sum());
    report.count(Family.PUTS, labels.add("how", "merged"), merged.sum());
    report.count(Family.DUPLICATES, labels, duplicates.sum());
    report.count(Family.CLAIMS, labels, claims.sum());
    report.count(Family.ACKS, labels, acks.sum());
    report.count(Family.RELEASES, labels, releases.sum());
    report.count(Family.EXTENSIONS, labels, extensions.sum());
    report.count(Family.UNCLAIMS, labels, unclaims.sum());
    report.count(Family.DEAD, labels.add("cause", "attempts"), deadByAttempts.sum());
    report.count(Family.DEAD, labels.add("cause", "ttl"), deadByTtl.sum());
    report.count(Family.EXPIRED, labels, expired.sum());
    report.count(Family.CANCELLED, labels, cancelled.sum());
    report.count(Family.RESCHEDULED, labels, rescheduled.sum());
    report.count(Family.REDRIVEN, labels, redriven.sum());
    report.count(Family.PURGED, labels, purged.sum());
    report.histogram(Family.LATENESS, labels, lateness);
    PushMeter pushed = push.get();
    if (pushed != null) {
      pushed.report(report, labels);
    }
  }
}
