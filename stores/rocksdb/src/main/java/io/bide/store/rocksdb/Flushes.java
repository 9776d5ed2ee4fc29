package io.bide.store.rocksdb;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Flushes what is in memory into tables, on a thread of its own, so that the {@link Journal} can go on. */
final class Flushes implements AutoCloseable {
  /** Writes all that is in memory into tables. */
  @FunctionalInterface
  interface Flush {
    void run() throws IOException;
  }

  private final Flush flush;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "bide-store-flush-1"));
  private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
  private volatile long last;

  /** With a number up to which the tables have everything. */
  Flushes(Flush flush, long last) {
    this.flush = flush;
    this.last = last;
  }

  /** The number of a batch that the tables have, and all before it. */
  long last() {
    return last;
  }

  /** Throws if a flush has failed. */
  void check() throws IOException {
    if (running.isCompletedExceptionally()) {
      await();
    }
  }

  /** Waits for the flush that was begun before, and begins another one. */
  void begin(long number) throws IOException {
    await();
    running = CompletableFuture.runAsync(() -> flush(number), thread);
  }

  /** Returns when everything is in tables. */
  void complete(long number) throws IOException {
    begin(number);
    await();
  }

  private void flush(long number) {
    try {
      flush.run();
      last = number;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private void await() throws IOException {
    try {
      running.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    running.exceptionally(failure -> null).join();
  }
}
