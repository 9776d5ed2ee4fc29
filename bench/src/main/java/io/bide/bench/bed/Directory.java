package io.bide.bench.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory; removed when closed, and when the process is interrupted. */
public final class Directory implements AutoCloseable {
  private final Path path;
  private final Thread atExit;

  private Directory(Path path) {
    this.path = path;
    this.atExit = new Thread(() -> delete(path), "bide-bench-directory");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** A new one, where the machine keeps temporary files. */
  public static Directory temporary() throws IOException {
    return new Directory(Files.createTempDirectory("bide-bench-"));
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    delete(path);
  }

  /** Deletes it with all that is in it; nothing happens when it is not there. */
  public static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
