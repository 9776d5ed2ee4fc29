package io.bide.store.rocksdb;

import io.bide.SystemTime;
import io.bide.store.StoreListener;
import io.bide.store.rocksdb.Answers.Drain;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes durable what the writer has written, then has it answered. While the disk works the writer
 * goes on applying; what it has applied meanwhile is written at once when the disk is free.
 *
 * <p>After a failed sync nobody can tell what is on the disk: everything handed over until the writer
 * has {@linkplain #reset started anew} is answered as unknown.
 */
final class Syncer {
  /** What the writer has written together. */
  record Written(Database database, Drain drain) {}

  private static final long IDLE_NANOS = 1_000_000_000L;

  private final Mailbox<Written> written = new Mailbox<>();
  private final AtomicInteger unsynced = new AtomicInteger();
  private final StoreListener listener;
  private final Answers answers;
  private final Runnable free;
  private final Thread thread = new Thread(this::run, "bide-store-sync-1");
  private volatile boolean stopped;
  private volatile @Nullable WriteFailure failure;

  /**
   * A syncer that is not started.
   *
   * @param free told when the disk has nothing to do
   */
  Syncer(StoreListener listener, Answers answers, Runnable free) {
    this.listener = listener;
    this.answers = answers;
    this.free = free;
  }

  void start() {
    thread.start();
  }

  void put(Written next) {
    unsynced.incrementAndGet();
    written.put(next);
  }

  /** Whether something that was handed over is not durable yet. */
  boolean busy() {
    return unsynced.get() > 0;
  }

  @Nullable
  WriteFailure failure() {
    return failure;
  }

  /** The writer has opened the database again. */
  void reset() {
    failure = null;
  }

  /** Deals with all that was handed over, then ends. */
  void stop() throws InterruptedException {
    stopped = true;
    written.wake();
    thread.join();
  }

  private void run() {
    while (!stopped || written.size() > 0) {
      Written next = written.poll();
      if (next == null) {
        written.await(IDLE_NANOS);
        continue;
      }
      WriteFailure why = failure != null ? failure : sync(next);
      answers.put(why == null ? next.drain() : next.drain().unknown(why));
      unsynced.decrementAndGet();
      free.run();
    }
  }

  private @Nullable WriteFailure sync(Written next) {
    long begun = SystemTime.nanos();
    try {
      next.database().syncAll();
    } catch (WriteFailure e) {
      failure = e;
      return e;
    }
    int calls = next.drain().commands().size();
    listener.committed(calls, Duration.ofNanos(SystemTime.nanos() - begun));
    return null;
  }
}
