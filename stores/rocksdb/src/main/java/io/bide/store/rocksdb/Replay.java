package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.JournalFile.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the journal has and the tables do not.
 *
 * <p>A page is written when the one before it is on the disk. So a missing page with another one behind it
 * is damage, unless it was relaxed: then a power loss may have taken any of them, and the store goes back to the
 * first that is missing.
 *
 * @param batches in the order in which they were written
 * @param end where the last of them ends in the file
 * @param cut whether there was more, which is of no use
 */
record Replay(List<byte[]> batches, long end, boolean cut) {
  /** Compares pages, in order, with the number of the last batch that the tables have. */
  static Replay of(List<Page> pages, long flushed, Path directory) {
    List<byte[]> batches = new ArrayList<>();
    long last = flushed;
    long end = JournalFile.BLOCK;
    for (Page page : pages) {
      if (page.flushed() > flushed) {
        throw damaged(directory, "its tables end at " + flushed + " and had " + page.flushed());
      }
      if (page.first() > last + 1) {
        if (page.relaxed()) {
          return new Replay(batches, end, true);
        }
        throw damaged(
            directory,
            "its journal has " + page.first() + " and nothing from " + (last + 1) + " on");
      }
      end = page.at() + page.length();
      if (page.last() > last) {
        int known = (int) (last + 1 - page.first());
        batches.addAll(page.batches().subList(known, page.batches().size()));
        last = page.last();
      }
    }
    return new Replay(batches, end, false);
  }

  private static BideException damaged(Path directory, String why) {
    return new BideException(
        ErrorCode.CORRUPT,
        "the store in " + directory + " has lost something that was written: " + why
            + ". Nothing was changed; restore it from a backup");
  }
}
