package io.bide.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.testing.ManualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** The last of ten thousand items under one id costs what the first did: counted in what is written. */
class MergeWorkTest {
  private static final int BATCH = 1_000;
  private static final int BATCHES = 10;

  /** Numbers and counters grow by a digit or two on the way. */
  private static final double SLACK = 1.1;

  private static final int FEW = 100;

  @TempDir
  Path directory;

  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  private Disk counting(Disk disk, ToIntFunction<Column> columnIds) {
    return new Disk() {
      @Override
      public void write(WriteBatch batch) throws RocksDBException {
        changes.addAndGet(batch.count());
        bytes.addAndGet(batch.getDataSize());
        disk.write(batch);
      }

      @Override
      public void sync() throws RocksDBException {
        disk.sync();
      }

      @Override
      public long lastBatch() {
        return disk.lastBatch();
      }

      @Override
      public void flush() throws RocksDBException {
        disk.flush();
      }

      @Override
      public void check(RocksIterator scan) throws RocksDBException {
        disk.check(scan);
      }

      @Override
      public long freeSpace() {
        return disk.freeSpace();
      }
    };
  }

  /** The changes of a step, and their bytes. */
  private List<Long> workOf(Runnable step) {
    changes.set(0);
    bytes.set(0);
    step.run();
    return List.of(changes.get(), bytes.get());
  }

  private static void putBatch(RocksStore store) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      puts.add(
          Put.to(Calls.TOPIC).id("key").body("item").merge(MergeOptions.KEEP).build());
    }
    Calls.await(store.put(puts)).forEach(PutResult::requireStored);
  }

  private static void takeBatch(RocksStore store) {
    Delivery delivery = Calls.claim(store, 1).get(0);
    assertThat(delivery.message().items()).hasSize(BATCH);
    assertThat(Calls.ack(store, delivery).ok()).isTrue();
  }

  private static void assertAlike(List<List<Long>> all) {
    for (int measure = 0; measure < 2; measure++) {
      int which = measure;
      LongSummaryStatistics found =
          all.stream().mapToLong(work -> work.get(which)).summaryStatistics();
      assertThat(found.getMin()).isPositive();
      assertThat((double) found.getMax()).isLessThanOrEqualTo(found.getMin() * SLACK + FEW);
    }
  }

  @Test
  void tenThousandItems_costTheSameEach_whenPutAndWhenTaken() {
    // What is left over is ready at once; by a clock of nanoseconds that is the next millisecond.
    RocksConfig config = RocksConfig.at(directory).clock(new ManualClock());
    try (RocksStore store = RocksStore.open(config, this::counting)) {
      List<List<Long>> puts = new ArrayList<>();
      List<List<Long>> takes = new ArrayList<>();
      for (int i = 0; i < BATCHES; i++) {
        puts.add(workOf(() -> putBatch(store)));
      }
      for (int i = 0; i < BATCHES; i++) {
        takes.add(workOf(() -> takeBatch(store)));
      }
      assertAlike(puts);
      assertAlike(takes);
    }
  }
}
