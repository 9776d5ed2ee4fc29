package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.Topic;
import io.bide.testing.Await;
import io.bide.testing.crash.Subject.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PowerLossTest {
  private static final Topic TOPIC = Topic.of("t");

  @TempDir
  Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  private Path mark() {
    return directory.resolve("synced");
  }

  private DelayQueue open() {
    return Subject.open(data(), mark(), Memory.ROOMY, Fault.NONE);
  }

  private long putTwo() throws IOException {
    try (DelayQueue queue = open()) {
      Await.value(queue.put(Put.to(TOPIC).id("a").body("x".repeat(20_000)).build()));
      long first = SyncMark.read(mark());
      Await.value(queue.put(Put.to(TOPIC).id("b").body("x".repeat(20_000)).build()));
      return first;
    }
  }

  private int left() {
    try (DelayQueue queue = open()) {
      return Await.value(queue.claim(Claim.from(TOPIC).max(10))).deliveries().size();
    }
  }

  @Test
  void whatWasSynced_isLeft() throws IOException {
    putTwo();
    PowerLoss.strike(data(), mark(), 0);
    assertThat(left()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void whatWasNotSynced_isGone(double kept) throws IOException {
    long first = putTwo();
    SyncMark.open(mark()).write(first);
    Files.delete(data().resolve("clean-shutdown")); // As if it had been killed.
    PowerLoss.strike(data(), mark(), kept);
    assertThat(left()).isEqualTo(1);
  }

  @Test
  void whereNothingWasWrittenYet_nothingHappens() {
    Path none = directory.resolve("none");
    PowerLoss.strike(none, mark(), 0);
    assertThat(none).doesNotExist();
  }
}
