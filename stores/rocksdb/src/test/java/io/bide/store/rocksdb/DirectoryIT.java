package io.bide.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One directory, one process, one user. */
class DirectoryIT {
  @TempDir
  Path parent;

  /** Opens the store in the directory it is given; run as another process. */
  static final class Intruder {
    private Intruder() {}

    public static void main(String[] args) {
      try (RocksStore store = RocksStore.open(RocksConfig.at(Path.of(args[0])))) {
        System.out.println("opened " + store);
      } catch (BideException e) {
        System.out.println(e.code() + " " + e.getMessage());
      }
    }
  }

  @Test
  void secondProcess_isToldThatTheDirectoryIsInUse() throws Exception {
    Path directory = parent.resolve("data");
    try (RocksStore store = RocksStore.open(RocksConfig.at(directory))) {
      Calls.put(store, "a");

      assertThat(intrude(directory))
          .contains("UNAVAILABLE")
          .contains(directory + " is in use by another Bide");
      assertThat(Calls.claim(store, 1)).hasSize(1);
    }
    assertThat(intrude(directory)).contains("opened");
  }

  @Test
  void secondStoreInThisProcess_isToldTheSame() {
    Path directory = parent.resolve("data");
    try (RocksStore store = RocksStore.open(RocksConfig.at(directory))) {
      assertThatThrownBy(() -> RocksStore.open(RocksConfig.at(directory)))
          .isInstanceOf(BideException.class)
          .hasMessageContaining("in use");
      Calls.put(store, "a");
    }
  }

  @Test
  void directory_isPrivate() throws IOException {
    Path directory = parent.resolve("data");
    RocksStore.open(RocksConfig.at(directory)).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void directoryThatWasThere_keepsItsRights() throws IOException {
    Path directory = Files.createDirectory(parent.resolve("data"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
    RocksStore.open(RocksConfig.at(directory)).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void pathThatIsAFile_isAClearError() throws IOException {
    Path file = Files.writeString(parent.resolve("data"), "not a directory");

    assertThatThrownBy(() -> RocksStore.open(RocksConfig.at(file)))
        .isInstanceOf(BideException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("check its path");
  }

  private static String intrude(Path directory) throws Exception {
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Intruder.class.getName(),
            directory.toString())
        .redirectErrorStream(true)
        .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
