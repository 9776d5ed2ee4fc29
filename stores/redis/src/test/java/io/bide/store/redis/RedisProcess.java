package io.bide.store.redis;

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
final class RedisProcess implements AutoCloseable {
  /** The versions that the tests bring along. */
  enum Version {
    V6_2("redis-server-6.2.6-v5-linux-amd64"),
    V7_0("redis-server-7.0.15-linux-amd64");

    private final String resource;

    Version(String resource) {
      this.resource = resource;
    }

    /** What lets tests make a server sleep or load. */
    String[] debuggable() {
      return this == V6_2 ? new String[0] : new String[] {"--enable-debug-command", "yes"};
    }

    /** The version that is tested, unless a test asks for another one: {@code -Dbide.redis=6.2}. */
    static Version tested() {
      return System.getProperty("bide.redis", "7.0").equals("6.2") ? V6_2 : V7_0;
    }
  }

  private final Version version;
  private final Path directory;
  private final int port;
  private final List<String> options;
  private boolean isSentinel;
  private Process process;

  private RedisProcess(Version version, int port, List<String> options) {
    this.version = version;
    this.port = port;
    this.options = options;
    try {
      directory = Files.createTempDirectory("bide-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that keeps nothing on disk, with more options. */
  static RedisProcess start(String... options) {
    return start(Version.tested(), options);
  }

  /** A server that keeps everything on disk and lets tests play tricks on it. */
  static RedisProcess durable(Version version) {
    List<String> options = new ArrayList<>(List.of(version.debuggable()));
    options.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
    return start(version, options.toArray(String[]::new));
  }

  static RedisProcess start(Version version, String... options) {
    RedisProcess server = new RedisProcess(version, freePort(), List.of(options));
    server.run();
    return server;
  }

  /** Starts a Sentinel that watches nothing yet. */
  static RedisProcess sentinel(Version version) {
    RedisProcess server = new RedisProcess(version, freePort(), List.of());
    server.isSentinel = true;
    try {
      Files.writeString(server.directory.resolve("sentinel.conf"), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.run();
    return server;
  }

  /** The bus of a Cluster takes the port 10,000 above, which must exist. */
  static int freePort() {
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

  /** Starts it, or starts it again with the same data on the same port. */
  void run() {
    List<String> command = new ArrayList<>(List.of(binary(version).toString()));
    if (isSentinel) {
      command.add(directory.resolve("sentinel.conf").toString());
      command.add("--sentinel");
    } else {
      command.addAll(List.of("--save", ""));
    }
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toString()));
    command.addAll(options);
    try {
      process = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitPort();
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

  int port() {
    return port;
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  String log() {
    try {
      return Files.readString(directory.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Lets it stand still, as if the machine were gone, or go on. */
  void stop(boolean still) {
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
  void kill() {
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
