package io.bide.server.operate;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts values in fixed buckets: two additions for each, without a lock or an object. Thread-safe.
 *
 * <p>Micrometer's timers also keep a decaying maximum and rotate windows, which costs more than all
 * the rest that is counted for a message.
 */
final class Histogram {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final Scale scale;
  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /** Where buckets end. */
  static final class Scale {
    /** From due to handed out: the promise is milliseconds, what goes wrong takes minutes. */
    static final Scale LATENESS = nanos(
        MILLI,
        2 * MILLI,
        5 * MILLI,
        10 * MILLI,
        25 * MILLI,
        100 * MILLI,
        500 * MILLI,
        SECOND,
        5 * SECOND,
        30 * SECOND,
        60 * SECOND,
        600 * SECOND,
        3_600 * SECOND);

    /** From a memory access to a long poll. */
    static final Scale REQUEST = nanos(
        MILLI / 2,
        MILLI,
        2 * MILLI,
        5 * MILLI,
        10 * MILLI,
        25 * MILLI,
        100 * MILLI,
        500 * MILLI,
        SECOND,
        5 * SECOND,
        30 * SECOND,
        180 * SECOND);

    /** From a page cache to a disk in trouble. */
    static final Scale COMMIT = nanos(
        MILLI / 10,
        MILLI / 4,
        MILLI / 2,
        MILLI,
        2 * MILLI,
        5 * MILLI,
        10 * MILLI,
        25 * MILLI,
        100 * MILLI,
        500 * MILLI,
        2 * SECOND);

    static final Scale CALLS = new Scale(1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024);

    private final double unit;
    private final long[] bounds;

    /**
     * A scale.
     *
     * @param unit what a value is divided by when it is shown
     * @param bounds the upper bound of each bucket but the last, which has none; rising
     */
    private Scale(double unit, long... bounds) {
      this.unit = unit;
      this.bounds = bounds;
    }

    private static Scale nanos(long... bounds) {
      return new Scale(NANOS_PER_SECOND, bounds);
    }

    private double[] shown() {
      double[] shown = new double[bounds.length + 1];
      Arrays.setAll(shown, i -> i < bounds.length ? bounds[i] / unit : Double.POSITIVE_INFINITY);
      return shown;
    }
  }

  Histogram(Scale scale) {
    this.scale = scale;
    this.counts = new LongAdder[scale.bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
  }

  void record(long value) {
    long[] bounds = scale.bounds;
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    sum.add(value);
  }

  ClassicHistogramBuckets buckets() {
    return ClassicHistogramBuckets.of(
        scale.shown(), Arrays.stream(counts).mapToLong(LongAdder::sum).toArray());
  }

  double sum() {
    return sum.sum() / scale.unit;
  }
}
