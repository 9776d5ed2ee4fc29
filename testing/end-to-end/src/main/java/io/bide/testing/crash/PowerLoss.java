package io.bide.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
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

  static void strike(Path directory, Path mark, Random random) {
    try {
      Optional<Path> newest = newestLog(directory);
      if (newest.isPresent()) {
        cut(newest.get(), SyncMark.read(mark), random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cut(Path log, Optional<SyncMark.Synced> mark, Random random)
      throws IOException {
    long synced =
        mark.filter(it -> it.log() == number(log)).map(SyncMark.Synced::length).orElse(0L);
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      long unsynced = file.size() - synced;
      // Often all of it is gone; sometimes the disk got as far as some byte.
      boolean all = unsynced <= 0 || random.nextBoolean();
      file.truncate(all ? synced : synced + (long) (unsynced * random.nextDouble()));
    }
  }

  private static Optional<Path> newestLog(Path directory) throws IOException {
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
