package io.bide.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Message;
import io.bide.Topic;
import io.bide.dialect.ouqiang.OuqiangDialect;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A queue over the oracle, and an old Redis beside it. */
@Timeout(240)
abstract class ImportFixture {
  final ManualClock clock = new ManualClock();
  final Engine engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  final OuqiangDialect ouqiang = new OuqiangDialect(engine.records(), Duration.ofSeconds(1), clock);
  final OldRedis old = new OldRedis();

  @AfterEach
  void close() {
    old.close();
    engine.close();
  }

  abstract ImportPlan plan();

  abstract Sink sink();

  Progress run(ImportPlan plan) {
    return run(plan, sink());
  }

  Progress run(ImportPlan plan, Sink into) {
    Import one = new Import(plan, into, EngineConfig.DEFAULT_MAX_BATCH, engine.records(), clock);
    one.run();
    return one.progress();
  }

  /** Runs it to its end. */
  Progress take(ImportPlan plan) {
    Progress progress = run(plan);
    assertThat(progress.error()).isNull();
    assertThat(progress.state()).isEqualTo(Progress.State.DONE);
    assertThat(progress.seen()).isLessThanOrEqualTo(progress.total());
    return progress;
  }

  Message message(String topic, String id) {
    return engine.peek(Topic.of(topic), id).join().orElseThrow();
  }

  boolean isKnown(String topic, String id) {
    return engine.peek(Topic.of(topic), id).join().isPresent();
  }

  long now() {
    return clock.instant().toEpochMilli();
  }

  long nowSeconds() {
    return clock.instant().getEpochSecond();
  }

  List<String> records() {
    return engine.records().list("", null, 1_000).join().items().stream()
        .map(entry -> entry.key() + "=" + entry.value())
        .toList();
  }
}
