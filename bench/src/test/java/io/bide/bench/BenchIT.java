package io.bide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.bench.report.Row;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmarks run; what they measure says nothing in one second. */
class BenchIT {
  @TempDir
  Path directory;

  private Options options(String... more) {
    List<String> arguments = new ArrayList<>(List.of("seconds=1", "warmup=0", "rate=500"));
    arguments.add("dir=" + directory.resolve("data"));
    arguments.addAll(List.of(more));
    return Options.parse(arguments);
  }

  @Test
  void put_hasARate() {
    assertThat(Throughput.put(options()).rate()).isPositive();
  }

  @Test
  void claim_hasARate() {
    assertThat(Throughput.claim(options("callers=4")).rate()).isPositive();
  }

  @Test
  void claim_onRedis_hasARateAndLeavesNoMessages() {
    try (RedisProcess redis = RedisProcess.start()) {
      Options onRedis = options("callers=4", "store=" + redis.url());
      assertThat(Throughput.claim(onRedis).rate()).isPositive();
      Subject.clear(onRedis);
      assertThat(Admin.ask(redis.port(), "KEYS", "*:due")).isEqualTo("[]");
    }
  }

  @Test
  void memory_isThatOfEachMessage() throws Exception {
    try (RedisProcess redis = RedisProcess.start()) {
      Options onRedis = options("pending=3000", "store=" + redis.url());
      assertThat(RedisMemory.measure(onRedis).note())
          .matches("[345]\\d\\d bytes of Redis's memory each");
    }
  }

  @Test
  void worker_isComparedWithBareClaims() {
    assertThat(Working.measure(options("callers=4")))
        .extracting(Row::note)
        .last()
        .asString()
        .contains("x bare");
  }

  @Test
  void mixed_hasARate() {
    assertThat(Throughput.mixed(options()).rate()).isPositive();
  }

  @Test
  void lateness_findsNothingEarly() {
    assertThat(Punctuality.steady(options()).note()).startsWith("0 early of ");
  }

  @Test
  void burst_drains() {
    assertThat(Punctuality.burst(options("burst=2000")).note()).contains("0 early");
  }

  @Test
  void pending_comparesWithTheEmptyStore() {
    assertThat(Pending.measure(options("pending=10000")))
        .extracting(Row::note)
        .last()
        .asString()
        .contains("x empty");
  }
}
