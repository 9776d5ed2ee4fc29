package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerLossTest {
  @TempDir
  Path directory;

  private Path old;
  private Path newest;
  private Path mark;

  @BeforeEach
  void writeLogs() throws IOException {
    old = Files.write(directory.resolve("000009.log"), new byte[50]);
    newest = Files.write(directory.resolve("000012.log"), new byte[100]);
    mark = directory.resolve("synced");
  }

  @Test
  void theNewestLog_endsWhereItWasSynced() throws IOException {
    SyncMark.open(mark).write(12, 60);
    PowerLoss.strike(directory, mark, 0);
    assertThat(Files.size(newest)).isEqualTo(60);
    assertThat(Files.size(old)).isEqualTo(50);
  }

  @Test
  void partOfWhatWasNotSynced_mayBeThere() throws IOException {
    SyncMark.open(mark).write(12, 60);
    PowerLoss.strike(directory, mark, 0.5);
    assertThat(Files.size(newest)).isEqualTo(80);
  }

  @Test
  void aLogThatWasNeverSynced_isEmpty() throws IOException {
    SyncMark.open(mark).write(9, 50);
    PowerLoss.strike(directory, mark, 0);
    assertThat(Files.size(newest)).isZero();
  }

  @Test
  void whereNothingWasWrittenYet_nothingHappens() {
    Path none = directory.resolve("none");
    PowerLoss.strike(none, mark, 0);
    assertThat(none).doesNotExist();
  }
}
