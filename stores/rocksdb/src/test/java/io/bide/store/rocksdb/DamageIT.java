package io.bide.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.RocksConfig.Durability;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the files is loud: nothing is dropped in silence, nothing delivered from half a store. */
class DamageIT {
  @TempDir
  Path directory;

  private RocksConfig config() {
    return RocksConfig.at(directory).freeSpaceFloor(0);
  }

  @Test
  void bitFlippedInTheLog_refusesToOpen() throws IOException {
    try (RocksStore store = RocksStore.open(config())) {
      Calls.putMany(store, 1_000);
    }
    Path log = newestLog();
    flipBit(log, Files.size(log) / 2);

    BideException refusal =
        catchThrowableOfType(BideException.class, () -> RocksStore.open(config()));

    assertThat(refusal.code()).isEqualTo(ErrorCode.CORRUPT);
    assertThat(refusal).hasMessageContaining(directory.toString()).hasMessageContaining("backup");
  }

  @Test
  void tornLastWrite_afterACrash_opensWithAllThatWasAnswered() throws IOException {
    Path copy = directory.resolve("crashed");
    RocksConfig live = RocksConfig.at(directory.resolve("live")).freeSpaceFloor(0);
    long answered;
    try (RocksStore store = RocksStore.open(live)) {
      Calls.putMany(store, 500);
      answered = Files.size(newest(live.directory(), ".log"));
      Calls.put(store, "torn");
      copyOf(live.directory(), copy);
    }
    try (RandomAccessFile log = new RandomAccessFile(newest(copy, ".log").toFile(), "rw")) {
      log.setLength(answered + 20);
    }

    try (RocksStore store = RocksStore.open(RocksConfig.at(copy).freeSpaceFloor(0))) {
      assertThat(Calls.claim(store, 1_000)).hasSize(500);
    }
  }

  @Test
  void logCutOnARecordBoundary_afterACleanShutdown_refusesToOpen() throws IOException {
    long lengthBefore;
    try (RocksStore store = RocksStore.open(config())) {
      Calls.putMany(store, 500);
      lengthBefore = Files.size(newestLog());
      Calls.put(store, "last");
    }
    try (RandomAccessFile log = new RandomAccessFile(newestLog().toFile(), "rw")) {
      log.setLength(lengthBefore);
    }

    assertThatThrownBy(() -> RocksStore.open(config()))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("lost the end of its log")
        .extracting(e -> ((BideException) e).code())
        .isEqualTo(ErrorCode.CORRUPT);
  }

  @Test
  void refusedOpening_changesNothing() throws IOException {
    long lengthBefore;
    try (RocksStore store = RocksStore.open(config())) {
      Calls.putMany(store, 500);
      lengthBefore = Files.size(newestLog());
      Calls.put(store, "last");
    }
    byte[] whole = Files.readAllBytes(newestLog());
    Path log = newestLog();
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(lengthBefore);
    }
    assertThatThrownBy(() -> RocksStore.open(config())).isInstanceOf(BideException.class);
    assertThatThrownBy(() -> RocksStore.open(config())).isInstanceOf(BideException.class);

    Files.write(log, whole);

    try (RocksStore store = RocksStore.open(config())) {
      assertThat(Calls.claim(store, 1_000)).hasSize(501);
    }
  }

  @Test
  void damagedTable_isReportedByTheClaim_neverTakenForAnEmptyTopic() throws IOException {
    RocksConfig small = config().memory(1 << 20, 256 << 10).durability(Durability.RELAXED);
    try (RocksStore store = RocksStore.open(small)) {
      Calls.putMany(store, 60_000);
    }
    for (Path table : files(directory, ".sst")) {
      flipBit(table, Math.min(200, Files.size(table) / 2));
    }

    BideException damage = catchThrowableOfType(BideException.class, () -> {
      try (RocksStore store = RocksStore.open(small)) {
        int claimed = 0;
        for (int got = 1; got > 0; claimed += got) {
          got = Calls.claim(store, 1_000).size();
        }
        assertThat(claimed).as("claims ended early, without a word").isEqualTo(60_000);
      }
    });

    assertThat(damage.code()).isEqualTo(ErrorCode.CORRUPT);
  }

  @Test
  void anotherFormat_refusesToOpen() {
    RocksStore.open(config()).close();
    try (DataDirectory taken = DataDirectory.take(directory);
        Database database = Database.open(config(), taken, Disk.Seam.NONE)) {
      Batch batch = database.newBatch();
      batch.put(Column.META, "format".getBytes(StandardCharsets.UTF_8), new byte[] {99});
      database.commit(batch);
      database.syncAll();
    }

    assertThatThrownBy(() -> RocksStore.open(config()))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("format 99")
        .hasMessageContaining("reads format " + Database.FORMAT);
  }

  private Path newestLog() throws IOException {
    return newest(directory, ".log");
  }

  private static Path newest(Path directory, String ending) throws IOException {
    return files(directory, ending).stream().max(Comparator.naturalOrder()).orElseThrow();
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  private static void flipBit(Path file, long at) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ 1);
    }
  }

  private static void copyOf(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
