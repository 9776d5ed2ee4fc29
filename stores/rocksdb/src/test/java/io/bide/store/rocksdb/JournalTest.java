package io.bide.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.store.rocksdb.RocksConfig.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JournalTest {
  private static final int CAPACITY = 128 << 10;

  @TempDir
  Path directory;

  private final AtomicReference<IOException> trouble = new AtomicReference<>();

  /** Tables, as far as the journal knows them: they have what was added until a flush began. */
  private volatile long flushed;

  private volatile long added;

  /** As a store does it: what is replayed is in memory again, not in tables. */
  private Journal open(Durability durability, long last) throws IOException {
    JournalFile.prepare(directory, CAPACITY);
    Flushes flushes = new Flushes(this::flush, flushed);
    return new Journal(
        JournalFile.open(directory, durability), flushes, last, replay().end());
  }

  private void flush() throws IOException {
    if (trouble.get() != null) {
      throw trouble.get();
    }
    flushed = added;
  }

  private Replay replay() throws IOException {
    return Replay.of(JournalFile.pages(directory), flushed, directory);
  }

  private void add(Journal journal, int size) {
    added = journal.next();
    journal.add(batch(added, size));
  }

  private static byte[] batch(long number, int size) {
    return ByteBuffer.allocate(Long.BYTES + size).putLong(number).array();
  }

  private static List<Long> numbers(Replay replay) {
    return replay.batches().stream()
        .map(batch -> ByteBuffer.wrap(batch).getLong())
        .toList();
  }

  private static List<Long> range(long first, long last) {
    List<Long> range = new ArrayList<>();
    for (long number = first; number <= last; number++) {
      range.add(number);
    }
    return range;
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void whatWasSynced_isInTheTablesOrReplayed_wheneverItStops(Durability durability)
      throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    long synced = 0;
    for (int life = 0; life < 20; life++) {
      try (Journal journal = open(durability, synced)) {
        for (int i = random.nextInt(80); i > 0; i--) {
          for (int batches = random.nextInt(5); batches >= 0; batches--) {
            add(journal, random.nextInt(random.nextInt(50) == 0 ? CAPACITY : 4_000));
          }
          journal.sync();
          synced = added;
        }
      }
      assertThat(numbers(replay())).as("seed %s", seed).isEqualTo(range(flushed + 1, synced));
      assertThat(replay().cut()).isFalse();
    }
  }

  @Test
  void aHalfThatIsFullToTheLastByte_isFlushedBeforeTheOtherIsWritten() throws IOException {
    int blocks = CAPACITY / 2 / JournalFile.BLOCK - 1;
    try (Journal journal = open(Durability.SYNCED, 0)) {
      for (int i = 0; i <= blocks; i++) {
        add(journal, 10);
        journal.sync();
      }
    }
    assertThat(flushed).isEqualTo(blocks + 1);
  }

  @Test
  void whatWasNotSynced_isNotReplayed() throws IOException {
    try (Journal journal = open(Durability.SYNCED, 0)) {
      add(journal, 10);
      journal.sync();
      add(journal, 10);
    }
    assertThat(numbers(replay())).containsExactly(1L);
  }

  @Test
  void tablesThatHaveMore_needNothing() throws IOException {
    try (Journal journal = open(Durability.SYNCED, 0)) {
      add(journal, 10);
      journal.sync();
    }
    flushed = 7;
    assertThat(replay().batches()).isEmpty();
  }

  @Test
  void tablesThatHaveLost_areDamaged() throws IOException {
    try (Journal journal = open(Durability.SYNCED, 0)) {
      while (flushed == 0) {
        add(journal, 10_000);
        journal.sync();
      }
      add(journal, 10_000);
      journal.sync();
      add(journal, 10_000);
      journal.sync();
    }
    flushed = 1;
    assertThatThrownBy(this::replay).hasMessageContaining("has lost something");
  }

  @Test
  void failedFlush_isToldByTheNextSync() throws IOException {
    trouble.set(new IOException("broken"));
    try (Journal journal = open(Durability.SYNCED, 0)) {
      assertThatThrownBy(() -> {
            for (int i = 0; i < 100; i++) {
              add(journal, 10_000);
              journal.sync();
            }
          })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("broken");
    }
  }
}
