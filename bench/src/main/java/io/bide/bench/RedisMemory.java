package io.bide.bench;

import io.bide.Due;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** How much of Redis's memory a message takes that waits, with an id as the queue makes them. */
final class RedisMemory {
  private static final int FILL_BATCH = 100;
  private static final long DAYS_30_MILLIS = Duration.ofDays(30).toMillis();
  private static final int DEFAULT_PORT = 6379;
  private static final int MOST_BYTES = 1 << 20;

  private RedisMemory() {}

  static Row measure(Options options) throws IOException {
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      long before = used(options.store());
      AtomicLong left = new AtomicLong(options.pending());
      Callers.Result filled = callers.runToTheEnd(caller -> left.addAndGet(-FILL_BATCH) < 0
          ? CompletableFuture.completedFuture(0)
          : subject.putWithoutIds(FILL_BATCH, RedisMemory::due));
      double each = (used(options.store()) - before) / (double) filled.messages();
      String note = String.format(Locale.ROOT, "%.0f bytes of Redis's memory each", each);
      String name = "memory, " + Pending.shortly(options.pending()) + " pending";
      return Row.of(name, filled.rate(), "call", filled.micros(), note);
    }
  }

  /** Beyond the time that it takes, and no two at the same. */
  private static Due due() {
    long later = ThreadLocalRandom.current().nextLong(DAYS_30_MILLIS);
    return Due.after(Duration.ofHours(1).plusMillis(later));
  }

  /** The memory that one server uses, as it says itself. */
  private static long used(String url) throws IOException {
    URI address = URI.create(url);
    if (!"redis".equals(address.getScheme()) || address.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "memory is measured on one server without a password: store=redis://host:port");
    }
    int port = address.getPort() < 0 ? DEFAULT_PORT : address.getPort();
    try (Socket socket = new Socket(address.getHost(), port)) {
      socket.getOutputStream().write("INFO memory\r\nQUIT\r\n".getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      String info = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      return info.lines()
          .filter(line -> line.startsWith("used_memory:"))
          .mapToLong(
              line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
          .findFirst()
          .orElseThrow();
    }
  }
}
