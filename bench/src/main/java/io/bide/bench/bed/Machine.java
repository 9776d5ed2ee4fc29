package io.bide.bench.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;

/** What the numbers depend on besides the code. */
public final class Machine {
  private static final int PROBES = 200;
  private static final int PROBE_BYTES = 4_096;

  private Machine() {}

  /** All of it in one line, with the time that an fsync takes in that directory. */
  public static String facts(Path directory) {
    Runtime runtime = Runtime.getRuntime();
    return String.format(
        Locale.ROOT,
        "%d cores, JDK %s, %s, heap at most %d MiB, load %.1f, append of 4 KiB with fsync: %d µs (median)",
        runtime.availableProcessors(),
        System.getProperty("java.version"),
        System.getProperty("os.name"),
        runtime.maxMemory() >> 20,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        fsyncMicros(directory));
  }

  private static long fsyncMicros(Path directory) {
    Path file = directory.resolve("fsync-probe");
    long[] nanos = new long[PROBES];
    try (FileChannel channel = FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE)) {
      for (int i = 0; i < PROBES; i++) {
        long start = System.nanoTime();
        channel.write(ByteBuffer.allocate(PROBE_BYTES));
        channel.force(false);
        nanos[i] = System.nanoTime() - start;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Arrays.sort(nanos);
    return nanos[PROBES / 2] / 1_000;
  }

  /** The resident memory of this process in MiB, now and at its peak; nothing where it is not told. */
  public static String memory() {
    return "VmRSS " + status("VmRSS:") + ", peak " + status("VmHWM:");
  }

  private static String status(String field) {
    Path status = Path.of("/proc/self/status");
    try {
      return !Files.exists(status)
          ? "unknown"
          : Files.readAllLines(status).stream()
              .filter(line -> line.startsWith(field))
              .map(line -> line.replaceAll("\\D", ""))
              .map(kib -> Long.parseLong(kib) / 1_024 + " MiB")
              .findFirst()
              .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
