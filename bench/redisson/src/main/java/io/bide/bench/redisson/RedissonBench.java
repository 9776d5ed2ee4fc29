package io.bide.bench.redisson;

import io.bide.bench.bed.Machine;
import io.bide.bench.redisson.Contender.Name;
import io.bide.bench.report.Bar;
import io.bide.bench.report.Report;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Measures Bide and Redisson's delayed queue in turns, in this process, on one Redis. */
final class RedissonBench {
  private static final double TIMES_AS_FAST = 3;

  private final Options options;
  private final Ground ground;
  private final Throughput redisson;
  private final Throughput bide;
  private final List<Row> rows = new ArrayList<>();
  private final List<Bar> bars = new ArrayList<>();

  private RedissonBench(Options options, Ground ground) {
    this.options = options;
    this.ground = ground;
    this.redisson = new Throughput(Name.REDISSON, options);
    this.bide = new Throughput(Name.BIDE, options);
  }

  public static void main(String[] args) throws IOException {
    Options options;
    try {
      options = Options.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Report report = run(options);
    System.out.print(report.table());
    if (!options.json().isEmpty()) {
      Files.writeString(Path.of(options.json()), report.json());
    }
  }

  static Report run(Options options) throws IOException {
    String facts = Machine.facts(Path.of(System.getProperty("java.io.tmpdir")));
    try (Ground ground = Ground.at(options.redis())) {
      RedissonBench bench = new RedissonBench(options, ground);
      bench.measure();
      return new Report(facts, options.toString(), bench.rows, bench.bars, List.of());
    }
  }

  private void measure() throws IOException {
    if (options.wants(Options.PUT)) {
      inTurns(Throughput::put);
      rows.add(redisson.putRow());
      rows.add(bide.putRow());
      faster("put, times as fast as Redisson", redisson.putRate(), bide.putRate());
    }
    if (options.wants(Options.BURST)) {
      inTurns(Throughput::burst);
      rows.add(redisson.burstRow());
      rows.add(bide.burstRow());
      faster("deliver, times as fast as Redisson", redisson.drainRate(), bide.drainRate());
    }
    if (options.wants(Options.LATENESS)) {
      inTurns(Throughput::lateness);
      rows.add(redisson.latenessRow());
      rows.add(bide.latenessRow());
      double most = redisson.lateP99Millis();
      bars.add(
          Bar.atMost("lateness p99, no more than Redisson's", bide.lateP99Millis(), most, "ms"));
    }
    if (options.wants(Options.KILL)) {
      kill();
    }
  }

  /** The first round is not counted: all that runs is compiled in it. */
  private void inTurns(BiConsumer<Throughput, String> scenario) {
    turn(scenario, new Throughput(Name.REDISSON, options));
    turn(scenario, new Throughput(Name.BIDE, options));
    for (int round = 0; round < options.rounds(); round++) {
      turn(scenario, redisson);
      turn(scenario, bide);
    }
  }

  private void turn(BiConsumer<Throughput, String> scenario, Throughput contender) {
    scenario.accept(contender, ground.url());
    ground.clear();
  }

  private void faster(String what, double other, double own) {
    bars.add(Bar.atLeast(what, own / other, TIMES_AS_FAST, "x"));
  }

  private void kill() throws IOException {
    Killing.Toll redissons = Killing.measure(Name.REDISSON, ground.url(), options);
    ground.clear();
    Killing.Toll bides = Killing.measure(Name.BIDE, ground.url(), options);
    ground.clear();
    rows.add(redissons.row(Name.REDISSON));
    rows.add(bides.row(Name.BIDE));
    bars.add(Bar.atMost("lost by Bide when a consumer is killed", bides.lost(), 0, "items"));
  }
}
