package io.bide.testing.crash;

import io.bide.store.rocksdb.PlantedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Does to the files what a power loss would have done: a write that was under way is lost, or part of it.
 *
 * <p>There is one at most, the newest page of the journal: the next one is written when it is on the disk. Table files
 * are synced before they are used.
 */
final class PowerLoss {
  private PowerLoss() {}

  /**
   * Tears what was not synced.
   *
   * @param mark what the child says was synced, see {@link SyncMark}
   * @param kept the part of it that the disk got nevertheless, from 0 to 1
   */
  static void strike(Path directory, Path mark, double kept) {
    if (!Files.exists(directory.resolve("journal"))) {
      return; // The child was killed before it had made one.
    }
    try {
      PlantedStore.tear(directory, SyncMark.read(mark), kept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
