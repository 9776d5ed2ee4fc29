package io.bide.testing.crash;

import io.bide.testing.redis.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A server of the shipped jar in a process of its own, always on the same port. */
final class NodeProcess implements AutoCloseable {
  private static final long START_SECONDS = 120;
  private static final long LOOK_MILLIS = 50;

  private final List<String> command;
  private final Path log;
  private final URI address;
  private Process process;

  /**
   * A node that does not run yet.
   *
   * @param classPath what goes before the jar; empty for nothing
   * @param more options of the server
   */
  NodeProcess(Path home, String name, String store, String classPath, String... more) {
    int port = RedisProcess.freePort();
    this.log = home.resolve(name + ".log");
    this.address = URI.create("http://127.0.0.1:" + port);
    String jar = System.getProperty("bide.jar");
    this.command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx192m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath.isEmpty() ? jar : classPath + ":" + jar,
        "io.bide.server.Main",
        "serve"));
    command.addAll(List.of("--port", String.valueOf(port), "--store", store));
    command.addAll(List.of("--data", home.resolve(name).toString()));
    command.addAll(List.of(more));
  }

  URI address() {
    return address;
  }

  void start() {
    try {
      process = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it can be given work. */
  void awaitReady() throws InterruptedException {
    Requests requests = new Requests(address);
    long end = Journal.now() + TimeUnit.SECONDS.toMicros(START_SECONDS);
    while (!isReady(requests)) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS) || Journal.now() > end) {
        throw new AssertionError("a node did not start: " + said());
      }
    }
  }

  private static boolean isReady(Requests requests) {
    try {
      return requests.send("GET", "/readyz", null).join().status() == 200;
    } catch (CompletionException e) {
      return false;
    }
  }

  private String said() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a signal by its name. */
  void signal(String name) throws InterruptedException {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new AssertionError("cannot send SIG" + name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      var unused = process.destroyForcibly().onExit().join();
    }
  }
}
