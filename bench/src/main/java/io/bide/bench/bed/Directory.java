package io.bide.bench.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory; removed when closed, and when the process is interrupted. */
public final class Directory implements AutoCloseable {
  private static final int TRIES = 30;
  private static final int TRY_MILLIS = 100;

  private final Path path;
  private final Thread atExit;

  private Directory(Path path) {
    this.path = path;
    this.atExit = new Thread(this::deleteSoon, "bide-bench-directory");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** A new one, where the machine keeps temporary files. */
  public static Directory temporary() throws IOException {
    return new Directory(Files.createTempDirectory("bide-bench-"));
  }

  public Path path() {
    return path;
  }

  /** The process that uses it is ended at the same time, and may still write for a moment. */
  private void deleteSoon() {
    for (int i = 1; Files.exists(path); i++) {
      try {
        Thread.sleep(TRY_MILLIS);
        delete(path);
      } catch (UncheckedIOException e) {
        if (i == TRIES) {
          throw e;
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts a benchmark", e);
      }
    }
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
