package io.bide.testing.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real redis-server on a free port of this machine, in a directory of its own. */
public final class RedisProcess implements AutoCloseable {
  /** The versions that the tests bring along. */
  public enum Version {
    V6_2("redis-server-6.2.6-v5-linux-amd64"),
    V7_0("redis-server-7.0.15-linux-amd64");

    private final String resource;

    Version(String resource) {
      this.resource = resource;
    }

    /** What lets tests make a server sleep or load. */
    public String[] debuggable() {
      return this == V6_2 ? new String[0] : new String[] {"--enable-debug-command", "yes"};
    }

    /** The version that is tested, unless a test asks for another one: {@code -Dbide.redis=6.2}. */
    public static Version tested() {
      return System.getProperty("bide.redis", "7.0").equals("6.2") ? V6_2 : V7_0;
    }
  }

  private final Path directory;
  private final int port;
  private final List<String> command;
  private Process process;

  private RedisProcess(Version version, Path directory, List<String> options) {
    this.directory = directory;
    this.port = freePort();
    this.command = new ArrayList<>(List.of(binary(version).toString()));
    command.addAll(options);
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toString()));
    this.process = launch();
    awaitPort();
  }

  /** Starts a server that keeps nothing on disk, with more options. */
  public static RedisProcess start(String... options) {
    return start(Version.tested(), options);
  }

  /** A server that keeps everything on disk and lets tests play tricks on it. */
  public static RedisProcess durable(Version version) {
    List<String> options = new ArrayList<>(List.of(version.debuggable()));
    options.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
    return start(version, options.toArray(String[]::new));
  }

  public static RedisProcess start(Version version, String... options) {
    List<String> all = new ArrayList<>(List.of("--save", ""));
    all.addAll(List.of(options));
    return new RedisProcess(version, newDirectory(), all);
  }

  /** Starts a Sentinel that watches nothing yet. */
  public static RedisProcess sentinel(Version version) {
    Path directory = newDirectory();
    Path settings = directory.resolve("sentinel.conf");
    try {
      Files.writeString(settings, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RedisProcess(version, directory, List.of(settings.toString(), "--sentinel"));
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("bide-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bus of a Cluster takes the port 10,000 above, which must exist. */
  public static int freePort() {
    for (int port = anyFreePort(); ; port = anyFreePort()) {
      if (port < 55_000) {
        return port;
      }
    }
  }

  private static int anyFreePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again after it was killed, with the same data on the same port. */
  public void run() {
    process = launch();
    awaitPort();
  }

  private Process launch() {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitPort() {
    for (int i = 0; i < 500; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        return;
      } catch (IOException e) {
        awaitExit(20);
      }
    }
    throw new AssertionError("redis-server did not start: " + log());
  }

  private boolean awaitExit(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public int port() {
    return port;
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  public String log() {
    try {
      return Files.readString(directory.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Lets it stand still, as if the machine were gone, or go on. */
  public void stop(boolean still) {
    try {
      Process kill =
          new ProcessBuilder("kill", still ? "-STOP" : "-CONT", Long.toString(pid())).start();
      if (kill.waitFor() != 0) {
        throw new AssertionError("redis-server cannot be stopped");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends it at once, as a crash would. */
  public void kill() {
    process.destroyForcibly();
    if (!awaitExit(10_000)) {
      throw new AssertionError("redis-server does not end");
    }
  }

  @Override
  public void close() {
    kill();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unpacked once for all test runs. */
  private static synchronized Path binary(Version version) {
    Path target = Path.of(System.getProperty("java.io.tmpdir"), "bide-" + version.resource);
    try {
      if (!Files.isExecutable(target)) {
        Path fresh = Files.createTempFile("bide-redis", ".new");
        try (InputStream stream =
            RedisProcess.class.getClassLoader().getResourceAsStream(version.resource)) {
          if (stream == null) {
            throw new IllegalStateException("there is no " + version.resource);
          }
          Files.copy(stream, fresh, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
