package io.bide.testing.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the parent process what this one does, line by line. When {@link #write} returns, the lines
 * are out of this process and survive its death. Thread-safe.
 */
final class Journal {
  private static final long OPS_PER_RUN = 100_000_000;

  private final OutputStream out;
  private final AtomicLong nextOp;

  Journal(OutputStream out, int run) {
    this.out = out;
    this.nextOp = new AtomicLong(run * OPS_PER_RUN);
  }

  /** The run in which an operation was made. */
  static int runOf(long op) {
    return (int) (op / OPS_PER_RUN);
  }

  long nextOp() {
    return nextOp.incrementAndGet();
  }

  /** The wall clock in microseconds. */
  static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  void write(Event event) {
    write(List.of(event));
  }

  void write(List<? extends Event> events) {
    StringBuilder lines = new StringBuilder();
    events.forEach(event -> lines.append(Lines.encode(event)).append('\n'));
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(bytes);
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
