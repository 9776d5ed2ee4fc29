package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncMarkTest {
  @TempDir
  Path directory;

  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("synced");
  }

  @Test
  void withoutAFile_nothingIsSynced() {
    assertThat(SyncMark.read(file)).isZero();
  }

  @Test
  void theLastMark_isRead() {
    SyncMark mark = SyncMark.open(file);
    mark.write(7);
    mark.write(8);
    mark.write(11);
    assertThat(SyncMark.read(file)).isEqualTo(11);
  }

  @Test
  void aTornMark_leavesTheOneBefore() throws IOException {
    SyncMark mark = SyncMark.open(file);
    mark.write(7);
    mark.write(8); // version 2, in the first slot
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(8).putLong(0, 4), 0);
    }
    assertThat(SyncMark.read(file)).isEqualTo(7);
  }

  @Test
  void afterARestart_marksGoOn() {
    SyncMark.open(file).write(7);
    SyncMark.open(file).write(9);
    assertThat(SyncMark.read(file)).isEqualTo(9);
  }
}
