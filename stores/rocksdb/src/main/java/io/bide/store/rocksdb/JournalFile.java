package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.RocksConfig.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a {@link Journal}: of fixed size, every block of it written when it is made.
 *
 * <pre>
 * block 0:  magic (8) capacity (8) salt (8) checksum (4)
 * page:     salt (8) number of its first batch (8) flushed (8) batches (4) length (4) relaxed (4)
 *           checksum (4), then for each batch: length (4) bytes; padded to whole blocks
 * </pre>
 *
 * <p>The salt is chosen by chance, so that nothing that somebody puts can be taken for a page.
 */
final class JournalFile implements AutoCloseable {
  static final int BLOCK = 4096;

  /** Where the batches of a page begin. */
  static final int HEADER = 40;

  private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
  private static final String NAME = "journal";
  private static final String EXTENDED_OPTIONS = "com.sun.nio.file.ExtendedOpenOption";
  private static final long MAGIC = 0x4269_6465_4a72_6e31L; // BideJrn1
  private static final int WINDOW = 256 * BLOCK;
  private static final int HEAD = 28;
  private static final int FIRST = 8;
  private static final int FLUSHED = 16;
  private static final int BATCHES = 24;
  private static final int LENGTH = 28;
  private static final int RELAXED = 32;
  private static final int CHECKSUM = 36;

  private final FileChannel channel;
  private final Head head;
  private final Durability durability;

  private JournalFile(FileChannel channel, Head head, Durability durability) {
    this.channel = channel;
    this.head = head;
    this.durability = durability;
  }

  /**
   * Batches that were written together.
   *
   * @param at where it lies in the file
   * @param length how many bytes it takes there
   * @param first the number of the first of them
   * @param flushed the number of the last batch that the tables were known to have
   * @param relaxed whether nobody waited until it was on the disk
   */
  record Page(
      long at, int length, long first, long flushed, boolean relaxed, List<byte[]> batches) {
    long last() {
      return first + batches.size() - 1;
    }
  }

  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /** Makes the journal of a store, if there is none. */
  static void prepare(Path directory, long capacity) throws IOException {
    Path path = directory.resolve(NAME);
    if (!Files.exists(path)) {
      create(path, capacity);
    }
  }

  /** Begins anew, because what is in it is of no use; where the first page goes. */
  static long remake(Path directory, long capacity) throws IOException {
    create(directory.resolve(NAME), capacity);
    return BLOCK;
  }

  static JournalFile open(Path directory, Durability durability) throws IOException {
    Path path = directory.resolve(NAME);
    Head head;
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      head = head(path, file);
    }
    return new JournalFile(channel(path, durability), head, durability);
  }

  /** What is said in the first block. */
  private record Head(long capacity, long salt) {}

  private static Head head(Path path, FileChannel file) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    read(file, head, 0);
    if (head.getLong(0) != MAGIC
        || head.getLong(8) != file.size()
        || head.getInt(HEAD - 4) != checksum(head, HEAD - 4)) {
      throw new BideException(
          ErrorCode.CORRUPT,
          "the journal " + path + " is damaged. Nothing was changed; restore it from a backup");
    }
    return new Head(head.getLong(8), head.getLong(16));
  }

  /** Written in full: a block that is only reserved would change the layout of the file later. */
  private static void create(Path path, long capacity) throws IOException {
    Path unfinished = path.resolveSibling(NAME + ".new");
    try (FileChannel file = FileChannel.open(
        unfinished,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer empty = ByteBuffer.allocateDirect((int) Math.min(1 << 20, capacity));
      for (long at = 0; at < capacity; ) {
        empty.clear().limit((int) Math.min(empty.capacity(), capacity - at));
        at += file.write(empty, at);
      }
      ByteBuffer head = ByteBuffer.allocate(HEAD);
      head.putLong(MAGIC).putLong(capacity).putLong(new SecureRandom().nextLong());
      head.putInt(checksum(head, HEAD - 4)).flip();
      file.write(head, 0);
      file.force(true);
    }
    Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory =
        FileChannel.open(path.resolveSibling("."), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Synced by every write, and past the page cache where the file system can do that. */
  private static FileChannel channel(Path path, Durability durability) throws IOException {
    if (durability == Durability.RELAXED) {
      return FileChannel.open(path, StandardOpenOption.WRITE);
    }
    try {
      if (BLOCK % Files.getFileStore(path).getBlockSize() == 0) {
        return FileChannel.open(
            path, StandardOpenOption.WRITE, StandardOpenOption.DSYNC, pastThePageCache());
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("{} cannot be written past the page cache", path, e);
    }
    return FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
  }

  /** Found by its name: not every JDK has it, and newer compilers warn of the mere import. */
  private static OpenOption pastThePageCache() {
    try {
      for (Object option : Class.forName(EXTENDED_OPTIONS).getEnumConstants()) {
        if (option.toString().equals("DIRECT")) {
          return (OpenOption) option;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException(e);
    }
    throw new UnsupportedOperationException("no option for direct writes");
  }

  long capacity() {
    return head.capacity();
  }

  /** A buffer that {@link #write} takes. */
  static ByteBuffer buffer(int size) {
    return ByteBuffer.allocateDirect(wholeBlocks(size) + BLOCK)
        .alignedSlice(BLOCK)
        .limit(wholeBlocks(size))
        .slice();
  }

  private static int wholeBlocks(int size) {
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Completes a page, whose batches lie behind {@link #HEADER}, up to a whole block. */
  void seal(ByteBuffer page, long first, long flushed, int batches) {
    int length = page.position();
    page.putLong(0, head.salt()).putLong(FIRST, first).putLong(FLUSHED, flushed);
    page.putInt(BATCHES, batches).putInt(LENGTH, length).putInt(CHECKSUM, 0);
    page.putInt(RELAXED, durability == Durability.RELAXED ? 1 : 0);
    page.putInt(CHECKSUM, checksum(page, length));
    while (page.position() % BLOCK != 0) {
      page.put((byte) 0);
    }
    page.flip();
  }

  /** Writes a sealed page; unless that is relaxed, it is on the disk when this returns. */
  void write(ByteBuffer page, long position) throws IOException {
    for (long at = position; page.hasRemaining(); ) {
      at += channel.write(page, at);
    }
  }

  /** All whole pages, by their number. They may have come from a killed process: now they are on the disk. */
  static List<Page> pages(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    List<Page> found = new ArrayList<>();
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      file.force(true);
      Head head = head(path, file);
      ByteBuffer window = ByteBuffer.allocateDirect(WINDOW);
      for (long from = 0; from < head.capacity(); from += WINDOW) {
        read(file, window.clear(), from);
        for (int at = 0; at < window.position(); at += BLOCK) {
          if (window.getLong(at) == head.salt()) {
            addPage(file, head, from + at, window.getInt(at + LENGTH), found);
          }
        }
      }
    }
    found.sort(Comparator.comparingLong(Page::first));
    return found;
  }

  /** Adds what begins here, unless it was torn, or overwritten later. */
  private static void addPage(FileChannel file, Head head, long at, int length, List<Page> found)
      throws IOException {
    if (length < HEADER || length > head.capacity() - at) {
      return;
    }
    ByteBuffer page = ByteBuffer.allocate(length);
    read(file, page, at);
    int expected = page.getInt(CHECKSUM);
    page.putInt(CHECKSUM, 0);
    if (checksum(page, length) == expected) {
      found.add(page(at, page));
    }
  }

  private static Page page(long at, ByteBuffer page) {
    page.position(HEADER);
    List<byte[]> batches = new ArrayList<>();
    for (int i = page.getInt(BATCHES); i > 0; i--) {
      byte[] batch = new byte[page.getInt()];
      page.get(batch);
      batches.add(batch);
    }
    return new Page(
        at,
        wholeBlocks(page.capacity()),
        page.getLong(FIRST),
        page.getLong(FLUSHED),
        page.getInt(RELAXED) == 1,
        batches);
  }

  private static int checksum(ByteBuffer bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes.duplicate().position(0).limit(length));
    return (int) sum.getValue();
  }

  private static void read(FileChannel file, ByteBuffer target, long from) throws IOException {
    int count = 0;
    while (target.hasRemaining() && count >= 0) {
      count = file.read(target, from + target.position());
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
