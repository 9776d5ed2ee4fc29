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
import java.util.List;
import java.util.function.Consumer;
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
  void bitFlippedInTheJournal_refusesToOpen() throws IOException {
    try (RocksStore store = RocksStore.open(config())) {
      Calls.putMany(store, 1_000);
      Calls.put(store, "last");
    }
    flipBit(journal(directory), pages(directory).get(0).at() + 500);

    BideException refusal =
        catchThrowableOfType(BideException.class, () -> RocksStore.open(config()));

    assertThat(refusal.code()).isEqualTo(ErrorCode.CORRUPT);
    assertThat(refusal).hasMessageContaining(directory.toString()).hasMessageContaining("backup");
  }

  @Test
  void bitFlippedInTheJournal_afterACrash_refusesToOpen() throws IOException {
    Path copy = crash(store -> {
      Calls.putMany(store, 1_000);
      Calls.put(store, "last");
    });
    flipBit(journal(copy), pages(copy).get(0).at() + 500);

    BideException refusal = catchThrowableOfType(
        BideException.class, () -> RocksStore.open(RocksConfig.at(copy).freeSpaceFloor(0)));

    assertThat(refusal.code()).isEqualTo(ErrorCode.CORRUPT);
    assertThat(refusal).hasMessageContaining("nothing from").hasMessageContaining("backup");
  }

  @Test
  void tornLastWrite_afterACrash_opensWithAllThatWasAnswered() throws IOException {
    Path copy = crash(store -> {
      Calls.putMany(store, 500);
      Calls.put(store, "torn");
    });
    List<JournalFile.Page> pages = pages(copy);
    flipBit(journal(copy), pages.get(pages.size() - 1).at() + 100);

    try (RocksStore store = RocksStore.open(RocksConfig.at(copy).freeSpaceFloor(0))) {
      assertThat(Calls.claim(store, 1_000)).hasSize(500);
    }
  }

  @Test
  void relaxedJournal_thatLostAPageInTheMiddle_goesBackToIt() throws IOException {
    RocksConfig relaxed = config().durability(Durability.RELAXED);
    try (RocksStore store = RocksStore.open(relaxed)) {
      Calls.putMany(store, 500);
      Calls.put(store, "lost");
      Calls.put(store, "behind");
    }
    List<JournalFile.Page> pages = pages(directory);
    flipBit(journal(directory), pages.get(pages.size() - 2).at() + 100);
    Files.delete(directory.resolve("clean-shutdown"));

    try (RocksStore store = RocksStore.open(relaxed)) {
      Calls.put(store, "after");
    }
    try (RocksStore store = RocksStore.open(relaxed)) {
      assertThat(Calls.claim(store, 1_000))
          .extracting(delivery -> delivery.message().id())
          .hasSize(501)
          .contains("after")
          .doesNotContain("lost", "behind");
    }
  }

  @Test
  void journalThatLostItsEnd_afterACleanShutdown_refusesToOpen() throws IOException {
    loseTheEnd();

    assertThatThrownBy(() -> RocksStore.open(config()))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("lost the end of its journal")
        .extracting(e -> ((BideException) e).code())
        .isEqualTo(ErrorCode.CORRUPT);
  }

  @Test
  void refusedOpening_changesNothing() throws IOException {
    byte[] whole = loseTheEnd();
    assertThatThrownBy(() -> RocksStore.open(config())).isInstanceOf(BideException.class);
    assertThatThrownBy(() -> RocksStore.open(config())).isInstanceOf(BideException.class);

    Files.write(journal(directory), whole);

    try (RocksStore store = RocksStore.open(config())) {
      assertThat(Calls.claim(store, 1_000)).hasSize(501);
    }
  }

  /** Takes back the last page, as if it had never been written; returns the journal as it was. */
  private byte[] loseTheEnd() throws IOException {
    byte[] before;
    try (RocksStore store = RocksStore.open(config())) {
      Calls.putMany(store, 500);
      before = Files.readAllBytes(journal(directory));
      Calls.put(store, "last");
    }
    byte[] whole = Files.readAllBytes(journal(directory));
    Files.write(journal(directory), before);
    return whole;
  }

  @Test
  void journalThatWasCut_refusesToOpen() throws IOException {
    RocksStore.open(config()).close();
    try (RandomAccessFile file = new RandomAccessFile(journal(directory).toFile(), "rw")) {
      file.setLength(file.length() / 2);
    }

    refusesToOpen("journal is damaged");
  }

  @Test
  void journalThatIsMissing_refusesToOpen() throws IOException {
    try (RocksStore store = RocksStore.open(config())) {
      Calls.put(store, "a");
    }
    Files.delete(directory.resolve("clean-shutdown"));
    Files.delete(journal(directory));

    refusesToOpen("lost its journal");
  }

  private void refusesToOpen(String words) {
    assertThatThrownBy(() -> RocksStore.open(config()))
        .isInstanceOf(BideException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((BideException) e).code())
        .isEqualTo(ErrorCode.CORRUPT);
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

  private static Path journal(Path directory) {
    return directory.resolve("journal");
  }

  private static List<JournalFile.Page> pages(Path directory) throws IOException {
    return JournalFile.pages(directory);
  }

  /** What a store leaves that is killed after some work. */
  private Path crash(Consumer<RocksStore> work) throws IOException {
    Path copy = directory.resolve("crashed");
    RocksConfig live = RocksConfig.at(directory.resolve("live")).freeSpaceFloor(0);
    try (RocksStore store = RocksStore.open(live)) {
      work.accept(store);
      copyOf(live.directory(), copy);
    }
    return copy;
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
