package io.bide.bench.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.bench.report.Bar;
import io.bide.bench.report.Report;
import io.bide.bench.report.Row;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the comparison runs and that Bide loses nothing; what is measured in a second says nothing. */
@Timeout(300)
class RedissonBenchIT {
  private static Report run(String... options) throws Exception {
    return RedissonBench.run(Options.parse(List.of(options)));
  }

  @Test
  void run_ofAFewSeconds_hasFiguresOfBoth() throws Exception {
    Report report = run(
        "only=put,burst,lateness",
        "rounds=1",
        "seconds=1",
        "threads=4",
        "consumers=4",
        "burst=200",
        "rate=100");

    assertThat(report.rows()).hasSize(6);
    assertThat(report.rows().subList(0, 4))
        .allSatisfy(row -> assertThat(row.rate()).isPositive());
    assertThat(report.rows().get(5).note()).startsWith("0 early of 100");
    assertThat(report.bars()).allSatisfy(bar -> assertThat(bar.figure()).isFinite());
  }

  @Test
  void kill_ofAConsumer_losesWhatRedissonHandedOutAndNothingOfBide() throws Exception {
    Report report = run("only=kill", "killed=200", "consumers=16");

    assertThat(report.rows()).extracting(Row::note).first().asString().matches("[1-9].* lost, .*");
    assertThat(report.rows()).extracting(Row::note).last().asString().startsWith("0 of 200 lost");
    assertThat(report.bars()).singleElement().matches(Bar::reached);
  }

  @Test
  void run_onAGivenRedis_leavesNothingButTheKeysOfOthers() throws Exception {
    try (RedisProcess redis = RedisProcess.start()) {
      Admin.ask(redis.port(), "SET", "somebody", "else");

      run("only=put", "rounds=1", "seconds=1", "threads=2", "redis=" + redis.url());

      assertThat(Admin.ask(redis.port(), "KEYS", "*")).isEqualTo("[somebody]");
    }
  }
}
