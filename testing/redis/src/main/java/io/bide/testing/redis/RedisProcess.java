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
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  private static final long PATIENCE_SECONDS = 60;
  private static final long LOOK_MILLIS = 10;
  private static final int MOST_STARTS = 10;

  /**
   * Below the ports that the system gives to whoever asks for any: there nobody takes the port of a server
   * that is killed and started again, not even the connection of somebody who tries to reach it.
   */
  private static final int FIRST_PORT = 11_000;

  private static final int PORTS = 10_000;

  /** The bus of a Cluster takes the port so much above. */
  private static final int BUS_OFFSET = 10_000;

  /** Begins anywhere, since others may test at the same time, and gives none twice. */
  private static final AtomicInteger NEXT = new AtomicInteger(new Random().nextInt(PORTS));

  private final Path directory;
  private final List<String> withoutPort;
  private int port;
  private Process process;

  private RedisProcess(Version version, Path directory, List<String> options) {
    this.directory = directory;
    this.withoutPort = new ArrayList<>(List.of(binary(version).toString()));
    withoutPort.addAll(options);
    withoutPort.addAll(List.of("--bind", "127.0.0.1", "--dir", directory.toString()));
    this.port = freePort();
    this.process = launch();
    // Somebody else may have taken the port meanwhile.
    for (int i = 1; !isReached() && i < MOST_STARTS; i++) {
      port = freePort();
      process = launch();
    }
    requireRunning();
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

  /** A port that nobody uses; nobody uses that of its bus either. */
  public static int freePort() {
    for (int i = 0; i < PORTS; i++) {
      int port = FIRST_PORT + Math.floorMod(NEXT.getAndIncrement(), PORTS);
      if (isFree(port) && isFree(port + BUS_OFFSET)) {
        return port;
      }
    }
    throw new AssertionError("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts it again after it was killed, with the same data on the same port. */
  public void run() {
    process = launch();
    requireRunning();
  }

  private Process launch() {
    List<String> command = new ArrayList<>(withoutPort);
    command.addAll(List.of("--port", Integer.toString(port)));
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireRunning() {
    if (!isReached()) {
      kill();
      throw new AssertionError("redis-server did not start: " + log());
    }
  }

  /** Waits until it can be connected to; false when it has ended before. */
  private boolean isReached() {
    for (long i = 0; i < TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) / LOOK_MILLIS; i++) {
      if (isConnectable()) {
        return !awaitExit(0);
      }
      if (awaitExit(LOOK_MILLIS)) {
        return false;
      }
    }
    return false;
  }

  private boolean isConnectable() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
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
    if (!awaitExit(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))) {
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
