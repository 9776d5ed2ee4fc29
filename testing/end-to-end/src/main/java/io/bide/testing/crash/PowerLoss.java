package io.bide.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Does to the files what a power loss would have done: the end of the log that was not synced is
 * gone, or part of it.
 *
 * <p>Only the newest log can have such an end: older ones are synced when the store is opened, or by
 * RocksDB before it relies on what it flushed from them. Table files are synced before they are used.
 */
final class PowerLoss {
  private PowerLoss() {}

  /**
   * Cuts the newest log.
   *
   * @param kept the part of what was not synced that the disk got nevertheless, from 0 to 1
   */
  static void strike(Path directory, Path mark, double kept) {
    try {
      Optional<Path> newest = newestLog(directory);
      if (newest.isPresent()) {
        cut(newest.get(), SyncMark.read(mark), kept);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cut(Path log, Optional<SyncMark.Synced> mark, double kept)
      throws IOException {
    long synced =
        mark.filter(it -> it.log() == number(log)).map(SyncMark.Synced::length).orElse(0L);
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      long unsynced = Math.max(0, file.size() - synced);
      file.truncate(synced + (long) (unsynced * kept));
    }
  }

  /** None where a process was killed before it had written anything. */
  private static Optional<Path> newestLog(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d+\\.log"))
          .max(Comparator.comparingLong(PowerLoss::number));
    }
  }

  /** The number of a log file, which is its name. */
  static long number(Path log) {
    String name = log.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - ".log".length()));
  }
}
