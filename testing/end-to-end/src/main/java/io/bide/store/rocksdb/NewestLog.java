package io.bide.store.rocksdb;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Looks for the log that RocksDB writes now. */
final class NewestLog {
  /** A log and its length. */
  record Length(Path log, long bytes) {}

  private final File directory;

  NewestLog(Path directory) {
    this.directory = directory.toFile();
  }

  @Nullable
  Length length() {
    File[] logs = directory.listFiles((dir, name) -> name.matches("\\d+\\.log"));
    return logs == null
        ? null
        // Numbers have leading zeros, so that their order is that of the names.
        : Arrays.stream(logs)
            .max(Comparator.comparing(File::getName))
            .map(log -> new Length(log.toPath(), log.length()))
            .orElse(null);
  }
}
