package io.bide.bench.redisson;

import io.bide.bench.bed.Machine;
import io.bide.bench.redisson.Contender.Name;
import io.bide.bench.report.Bar;
import io.bide.bench.report.Report;
import io.bide.bench.report.Row;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Measures Bide and Redisson's delayed queue in turns, in this process, on one Redis that it starts
 * itself.
 */
final class RedissonBench {
  private static final double TIMES_AS_FAST = 3;

  private final Options options;
  private final RedisProcess redis;
  private final Throughput redisson;
  private final Throughput bide;
  private final List<Row> rows = new ArrayList<>();
  private final List<Bar> bars = new ArrayList<>();

  private RedissonBench(Options options, RedisProcess redis) {
    this.options = options;
    this.redis = redis;
    this.redisson = new Throughput(Name.REDISSON, options);
    this.bide = new Throughput(Name.BIDE, options);
  }

  public static void main(String[] args) throws IOException {
    Options options = Options.parse(List.of(args));
    Report report = run(options);
    System.out.print(report.table());
    if (!options.json().isEmpty()) {
      Files.writeString(Path.of(options.json()), report.json());
    }
    System.exit(0);
  }

  static Report run(Options options) throws IOException {
    try (RedisProcess redis = RedisProcess.start()) {
      return new RedissonBench(options, redis).measure();
    }
  }

  private Report measure() throws IOException {
    if (options.wants("put")) {
      inTurns(Throughput::put);
      rows.add(redisson.putRow());
      rows.add(bide.putRow());
      faster("put", redisson.putRate(), bide.putRate());
    }
    if (options.wants("burst")) {
      inTurns(Throughput::burst);
      rows.add(redisson.burstRow());
      rows.add(bide.burstRow());
      faster("deliver a burst", redisson.drainRate(), bide.drainRate());
    }
    if (options.wants("lateness")) {
      inTurns(Throughput::lateness);
      rows.add(redisson.latenessRow());
      rows.add(bide.latenessRow());
      double most = redisson.lateP99Millis();
      bars.add(
          Bar.atMost("lateness p99, not more than Redisson's", bide.lateP99Millis(), most, "ms"));
    }
    if (options.wants("kill")) {
      kill();
    }
    return new Report(
        Machine.facts(Path.of(System.getProperty("java.io.tmpdir"))),
        options.toString(),
        rows,
        bars,
        List.of());
  }

  private void kill() throws IOException {
    rows.add(Killing.measure(Name.REDISSON, redis.url(), options).row(Name.REDISSON));
    clear();
    Killing.Toll toll = Killing.measure(Name.BIDE, redis.url(), options);
    clear();
    rows.add(toll.row(Name.BIDE));
    bars.add(Bar.atMost("lost by a killed consumer", toll.lost(), 0, "items"));
  }

  private void faster(String what, double other, double own) {
    bars.add(Bar.atLeast(what + ", times as fast", own / other, TIMES_AS_FAST, "x Redisson"));
  }

  private void inTurns(BiConsumer<Throughput, String> scenario) {
    for (int round = 0; round < options.rounds(); round++) {
      for (Throughput contender : List.of(redisson, bide)) {
        scenario.accept(contender, redis.url());
        clear();
      }
    }
  }

  private void clear() {
    String answer = Admin.ask(redis.port(), "FLUSHALL");
    if (!answer.equals("OK")) {
      throw new IllegalStateException("FLUSHALL was answered with " + answer);
    }
  }
}
