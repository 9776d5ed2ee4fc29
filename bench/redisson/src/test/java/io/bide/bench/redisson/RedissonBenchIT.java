package io.bide.bench.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.bench.report.Report;
import io.bide.bench.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the comparison runs; what it measures says nothing in one second. */
@Timeout(180)
class RedissonBenchIT {
  private static Report run(String... more) throws Exception {
    return RedissonBench.run(Options.parse(List.of(more)));
  }

  @Test
  void put_ofBoth_hasARate() throws Exception {
    Report report = run("only=put", "rounds=1", "seconds=1", "threads=4");

    assertThat(report.rows())
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.rate()).isPositive());
    assertThat(report.bars()).hasSize(1);
  }

  @Test
  void burstAndLateness_ofBoth_comeToTheirEnd() throws Exception {
    Report report = run(
        "only=burst,lateness",
        "rounds=1",
        "seconds=1",
        "threads=4",
        "consumers=4",
        "burst=200",
        "rate=100");

    assertThat(report.rows()).hasSize(4);
    assertThat(report.rows().get(3).note()).startsWith("0 early of 100");
  }

  @Test
  void kill_ofAConsumer_losesWhatRedissonHandedOutAndNothingOfBide() throws Exception {
    Report report = run("only=kill", "killed=200", "consumers=16");

    assertThat(report.rows()).extracting(Row::note).first().asString().startsWith("16 of 200 lost");
    assertThat(report.rows()).extracting(Row::note).last().asString().startsWith("0 of 200 lost");
    assertThat(report.bars()).singleElement().matches(bar -> bar.reached());
  }
}
