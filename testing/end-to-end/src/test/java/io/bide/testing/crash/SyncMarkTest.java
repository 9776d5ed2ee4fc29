package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.crash.SyncMark.Synced;
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
    assertThat(SyncMark.read(file)).isEmpty();
  }

  @Test
  void theLastMark_isRead() {
    SyncMark mark = SyncMark.open(file);
    mark.write(7, 100);
    mark.write(7, 200);
    mark.write(9, 5);
    assertThat(SyncMark.read(file)).contains(new Synced(9, 5));
  }

  @Test
  void aTornMark_leavesTheOneBefore() throws IOException {
    SyncMark mark = SyncMark.open(file);
    mark.write(7, 100);
    mark.write(7, 200); // version 2, in the first slot
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(8).putLong(0, 4), 0);
    }
    assertThat(SyncMark.read(file)).contains(new Synced(7, 100));
  }

  @Test
  void afterARestart_marksGoOn() {
    SyncMark.open(file).write(7, 100);
    SyncMark.open(file).write(8, 1);
    assertThat(SyncMark.read(file)).contains(new Synced(8, 1));
  }
}
