package io.bide.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.SettleResult;
import io.bide.WhenLeased;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;

/** What the store says and does when the disk is full or fails. */
class DiskTroubleTest {
  private final RocksDBException noSpace = new RocksDBException(
      "No space left on device", new Status(Status.Code.IOError, Status.SubCode.NoSpace, null));
  private final RocksDBException broken = new RocksDBException(
      "Input/output error", new Status(Status.Code.IOError, Status.SubCode.None, null));

  @TempDir
  Path directory;

  private final AtomicLong free = new AtomicLong(Long.MAX_VALUE);
  private final AtomicReference<RocksDBException> writeError = new AtomicReference<>();
  private final AtomicReference<RocksDBException> syncError = new AtomicReference<>();

  private RocksStore open() {
    return RocksStore.open(RocksConfig.at(directory), this::trouble);
  }

  private Disk trouble(Disk disk, ToIntFunction<Column> columnIds) {
    return new Disk() {
      @Override
      public void write(WriteBatch batch) throws RocksDBException {
        fail(writeError.getAndSet(null));
        disk.write(batch);
      }

      @Override
      public void sync() throws RocksDBException {
        fail(syncError.getAndSet(null));
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

      private void fail(RocksDBException error) throws RocksDBException {
        if (error != null) {
          throw error;
        }
      }

      @Override
      public void check(RocksIterator scan) throws RocksDBException {
        disk.check(scan);
      }

      @Override
      public long freeSpace() {
        return Math.min(disk.freeSpace(), free.get());
      }
    };
  }

  @Test
  void littleSpace_refusesPuts_andNothingElse() {
    try (RocksStore store = open()) {
      Calls.put(store, "a");
      Calls.put(store, "b");
      free.set(1_000);

      awaitCode(store, ErrorCode.STORE_FULL);
      Delivery a = Calls.claim(store, 1).get(0);
      SettleResult ack = Calls.ack(store, a);
      CancelResult cancel = Calls.await(store.cancel(Calls.TOPIC, "b", WhenLeased.REFUSE));

      assertThat(ack.ok()).isTrue();
      assertThat(cancel.answer()).isEqualTo(CancelResult.Answer.CANCELLED);
    }
  }

  @Test
  void spaceThatReturns_letsPutsInAgain() {
    try (RocksStore store = open()) {
      free.set(1_000);
      awaitCode(store, ErrorCode.STORE_FULL);

      free.set(Long.MAX_VALUE);

      awaitCode(store, null);
    }
  }

  @Test
  void fullDiskDuringAWrite_isUnknown_andTheStoreComesBack() {
    try (RocksStore store = open()) {
      Calls.put(store, "before");
      writeError.set(noSpace);

      assertThat(codeOf(store, "lost?")).isEqualTo(ErrorCode.UNKNOWN);
      awaitCode(store, null);

      assertThat(Calls.await(store.peek(Calls.TOPIC, "before"))).isPresent();
      assertThat(Calls.await(store.peek(Calls.TOPIC, "lost?"))).isEmpty();
    }
  }

  @Test
  void fullDiskDuringASync_isUnknown_andTheStoreComesBack() {
    try (RocksStore store = open()) {
      Calls.put(store, "before");
      syncError.set(noSpace);

      assertThat(codeOf(store, "unknown")).isEqualTo(ErrorCode.UNKNOWN);
      awaitCode(store, null);

      assertThat(Calls.await(store.peek(Calls.TOPIC, "before"))).isPresent();
    }
  }

  @Test
  void failedSync_closesTheStoreForGood() {
    CompletableFuture<BideException> told = new CompletableFuture<>();
    try (RocksStore store = open()) {
      store.listen(new Deaf() {
        @Override
        public void failed(BideException reason) {
          told.complete(reason);
        }
      });
      syncError.set(broken);

      assertThat(codeOf(store, "unknown")).isEqualTo(ErrorCode.UNKNOWN);

      BideException reason = Calls.await(told);
      assertThat(reason).hasMessageContaining("stays closed");
      assertThatThrownBy(() -> Calls.put(store, "later")).isSameAs(reason);
    }
  }

  private static ErrorCode codeOf(RocksStore store, String id) {
    try {
      Calls.put(store, id).requireStored();
      return null;
    } catch (BideException e) {
      return e.code();
    }
  }

  /** Free space is asked for a few times a second, so the change is seen a little later. */
  private static void awaitCode(RocksStore store, ErrorCode wanted) {
    ErrorCode last = null;
    for (int i = 0; i < 100_000; i++) {
      last = codeOf(store, "try" + i);
      if (last == wanted) {
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
    throw new AssertionError("puts answer " + last + " instead of " + wanted);
  }
}
