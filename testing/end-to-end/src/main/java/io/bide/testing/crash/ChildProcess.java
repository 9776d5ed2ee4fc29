package io.bide.testing.crash;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A child process and what it told before it died. */
final class ChildProcess {
  private static final long START_SECONDS = 120;
  private static final long READ_SECONDS = 60;
  private static final String LIBRARY_DIRECTORY = "ROCKSDB_SHAREDLIB_DIR";

  private final Process process;
  private final Path errors;
  private final Thread reader;
  private final CountDownLatch started = new CountDownLatch(1);
  private final List<Event> events = new ArrayList<>();

  private ChildProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.reader = new Thread(this::read, "bide-crash-reader");
  }

  /** Starts {@link ChildMain} with these arguments and calls left over by the one before. */
  static ChildProcess start(List<String> arguments, List<? extends Call> leftovers, Path errors) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-cp",
        System.getProperty("java.class.path"),
        ChildMain.class.getName()));
    command.addAll(arguments);
    try {
      ProcessBuilder builder = new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
      // A killed process cannot remove the native library it unpacked: all use one file, kept here.
      builder
          .environment()
          .put(LIBRARY_DIRECTORY, errors.resolveSibling("").toAbsolutePath().toString());
      Process process = builder.start();
      ChildProcess child = new ChildProcess(process, errors);
      child.reader.start();
      child.send(leftovers);
      return child;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(List<? extends Call> leftovers) throws IOException {
    try (Writer in = new BufferedWriter(
        new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      for (Call call : leftovers) {
        in.write(Lines.encode(call) + "\n");
      }
    }
  }

  /** Waits until the queue is open. */
  void awaitStarted() throws InterruptedException {
    if (!started.await(START_SECONDS, TimeUnit.SECONDS) || !process.isAlive()) {
      throw failure("did not start");
    }
  }

  /** Lets it live for this long. */
  void live(long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      throw failure("ended with " + process.exitValue() + " before it was killed");
    }
  }

  /** By the handle: {@link Process#destroyForcibly} would close the pipe and lose what is in it. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
    awaitReader();
  }

  /** Waits for it to end by itself. */
  void awaitEnd(long seconds) throws InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw failure("did not end in time");
    }
    awaitReader();
    if (process.exitValue() != 0) {
      throw failure("ended with " + process.exitValue());
    }
  }

  private void awaitReader() throws InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(READ_SECONDS));
    if (reader.isAlive()) {
      throw failure("left its output open");
    }
  }

  /** What it told; only after its end. */
  List<Event> events() {
    return events;
  }

  /** Ends the process, if it lives; says what it was doing and what it said. */
  private IllegalStateException failure(String what) {
    try {
      String threads = process.isAlive() ? threads() : "";
      process.toHandle().destroyForcibly();
      return new IllegalStateException(
          "the child " + what + "\n" + Files.readString(errors) + threads);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String threads() throws IOException {
    Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
    if (!Files.exists(jstack)) {
      return "";
    }
    Process dump = new ProcessBuilder(jstack.toString(), String.valueOf(process.pid()))
        .redirectErrorStream(true)
        .start();
    try (InputStream out = dump.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What a killed process has written is still in the pipe; its last line may be cut short. */
  private void read() {
    try (InputStream out = process.getInputStream()) {
      StringBuilder line = new StringBuilder();
      byte[] buffer = new byte[1 << 16];
      for (int n = out.read(buffer); n >= 0; n = out.read(buffer)) {
        for (int i = 0; i < n; i++) {
          if (buffer[i] == '\n') {
            add(Lines.decode(line.toString()));
            line.setLength(0);
          } else {
            line.append((char) buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      started.countDown();
    }
  }

  private void add(Event event) {
    events.add(event);
    if (event instanceof Event.Started) {
      started.countDown();
    }
  }
}
