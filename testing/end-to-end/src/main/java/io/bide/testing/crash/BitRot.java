package io.bide.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Damages the blocks of every table file of one column family, as an old disk would. */
final class BitRot {
  private static final int APART = 512;
  private static final int LENGTH = 8;

  /** The end of a table describes it; without that it could not even be opened. */
  private static final int SPARED = 2_048;

  private BitRot() {}

  /** Answers how many files were damaged. */
  static int strike(Path directory, String columnFamily) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> tables = files
          .filter(file -> file.getFileName().toString().endsWith(".sst"))
          .filter(file -> belongsTo(file, columnFamily))
          .toList();
      tables.forEach(BitRot::flip);
      return tables.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The properties of a table name its column family; the key before shares all but "name". */
  private static boolean belongsTo(Path table, String columnFamily) {
    try {
      String bytes = new String(Files.readAllBytes(table), StandardCharsets.ISO_8859_1);
      return bytes.contains("name" + columnFamily);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void flip(Path table) {
    try (FileChannel file =
        FileChannel.open(table, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (long at = LENGTH; at == LENGTH || at < file.size() - SPARED; at += APART) {
        flip(file, at);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void flip(FileChannel file, long at) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    file.read(bytes, at);
    for (int i = 0; i < LENGTH; i++) {
      bytes.put(i, (byte) ~bytes.get(i));
    }
    file.write(bytes.flip(), at);
  }
}
