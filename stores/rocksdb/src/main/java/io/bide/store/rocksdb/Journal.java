package io.bide.store.rocksdb;

import static io.bide.store.rocksdb.JournalFile.BLOCK;
import static io.bide.store.rocksdb.JournalFile.HEADER;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What makes answers durable: the log of the store, a file of fixed size that is written round and round.
 *
 * <p>RocksDB keeps no log of its own. Appending to one changes the size of a file, so that every sync
 * also commits the journal of the file system; here all blocks are there before, and are written past the page
 * cache, which takes little more than half the time.
 *
 * <p>Batches are numbered, and the database keeps the number of the last one it has; after a crash that is the
 * last one whose changes were flushed into tables, and those behind it are read from here ({@link Replay}). No page
 * crosses the middle of the file or its end: while one half is written, what is in the other is being flushed, by
 * another thread ({@link Flushes}). Only the writer's thread comes here.
 */
final class Journal implements AutoCloseable {
  private static final int FIRST_BUFFER = 64 * BLOCK;

  private final JournalFile file;
  private final Flushes flushes;
  private final long half;
  private ByteBuffer page = JournalFile.buffer(FIRST_BUFFER);
  private int batches;
  private boolean tooLarge;

  /** Whether an earlier process has left something in the other half. */
  private boolean leftOver;

  private long next;
  private long position;

  /**
   * Goes on behind what a file has.
   *
   * @param last the number of the last batch that was written
   * @param position where it ends in the file
   */
  Journal(JournalFile file, Flushes flushes, long last, long position) {
    this.file = file;
    this.flushes = flushes;
    this.half = file.capacity() / 2;
    this.next = last + 1;
    this.position = position;
    this.leftOver = last > flushes.last();
    clear();
  }

  /** The number of the batch to be added next. */
  long next() {
    return next;
  }

  /** Takes a batch, which is durable after {@link #sync}. */
  void add(byte[] batch) {
    next++;
    long size = (long) page.position() + Integer.BYTES + batch.length;
    if (tooLarge || size > half - BLOCK) {
      tooLarge = true;
      return;
    }
    if (size > page.capacity()) {
      int larger = (int) Math.min(half, Math.max(size, 2L * page.capacity()));
      page = JournalFile.buffer(larger).put(page.flip());
    }
    page.putInt(batch.length).put(batch);
    batches++;
  }

  /** Makes everything that was added durable; what is too large for the file, in tables. */
  void sync() throws IOException {
    flushes.check();
    if (tooLarge) {
      flushes.complete(next - 1);
    } else if (batches > 0) {
      file.seal(page, next - batches, flushes.last(), batches);
      makeRoom(page.limit());
      int length = page.limit();
      file.write(page, position);
      position += length;
    }
    clear();
  }

  /**
   * Goes on in the other half if this one is full. What is in there has been flushed then: that was begun when it was
   * left, or by an earlier process, whose leftovers are flushed in time. They are not flushed at once: a short life
   * would begin and end with it.
   */
  private void makeRoom(int length) throws IOException {
    long end = position <= half ? half : file.capacity(); // At half: the first one is full.
    boolean full = position + length > end;
    if (leftOver && (full || position + length > end - half / 2)) {
      leftOver = false;
      flushes.begin(next - 1);
    }
    if (full) {
      position = end == half ? half : BLOCK;
      flushes.begin(next - 1);
    }
  }

  private void clear() {
    batches = 0;
    tooLarge = false;
    page.clear().position(HEADER);
  }

  @Override
  public void close() throws IOException {
    flushes.close();
    file.close();
  }
}
