package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The directory a store lives in: private to its user, used by one process at a time, with a note
 * about how it was left.
 *
 * <p>The note is what detects a log that lost its end on a record boundary, which no checksum can: on
 * a clean shutdown it says how far the log went.
 */
final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "bide.lock";
  private static final String CLEAN = "clean-shutdown";

  /** The file that every database of RocksDB has. */
  private static final String TABLES = "CURRENT";

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private DataDirectory(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Creates the directory if need be and takes it.
   *
   * @throws BideException when another process has it, or it cannot be used
   */
  static DataDirectory take(Path path) {
    try {
      createPrivate(path);
      FileChannel channel =
          FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new BideException(
            ErrorCode.UNAVAILABLE,
            "the data directory "
                + path
                + " is in use by another Bide; stop that one, or choose another directory");
      }
      return new DataDirectory(path, channel, lock);
    } catch (IOException e) {
      throw new BideException(
          ErrorCode.UNAVAILABLE,
          "the data directory " + path + " cannot be used: " + e + "; check its path and owner",
          e);
    }
  }

  /** A directory that is there already keeps the rights it has: it may be more than ours. */
  private static void createPrivate(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Files.createDirectories(path);
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Another store in this very process has it.
    }
  }

  Path path() {
    return path;
  }

  long freeSpace() {
    return path.toFile().getUsableSpace();
  }

  /** How far the log went when the store was last closed; absent if it was not closed properly. */
  OptionalLong cleanShutdown() {
    Path note = path.resolve(CLEAN);
    try {
      return Files.exists(note)
          ? OptionalLong.of(Long.parseLong(Files.readString(note).trim()))
          : OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      throw new BideException(ErrorCode.CORRUPT, "the note " + note + " cannot be read: " + e, e);
    }
  }

  /** What was written last is in the journal only, which is made before anything else. */
  void checkJournal() {
    if (Files.exists(path.resolve(TABLES)) && !JournalFile.isIn(path)) {
      throw new BideException(
          ErrorCode.CORRUPT,
          "the store in " + path
              + " has lost its journal, and with it what was written last, or is from a preview of"
              + " Bide that kept none. Nothing was changed; restore the journal from a backup, or"
              + " use the version that wrote it");
    }
  }

  void noteCleanShutdown(long sequenceNumber) {
    try (FileChannel note = FileChannel.open(
        path.resolve(CLEAN),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      note.write(ByteBuffer.wrap(Long.toString(sequenceNumber).getBytes(StandardCharsets.UTF_8)));
      note.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note the clean shutdown in " + path, e);
    }
  }

  /** From now on the log grows: what the note says is no longer the end. */
  void forgetCleanShutdown() {
    try {
      Files.deleteIfExists(path.resolve(CLEAN));
      try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
        directory.force(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the shutdown note in " + path, e);
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release " + path, e);
    }
  }
}
