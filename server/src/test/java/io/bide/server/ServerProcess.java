package io.bide.server;

import io.bide.SystemTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The shipped jar in a process of its own. What it prints is kept; closing it kills it. */
final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Longer than any poll waits. */
  private static final Duration POLL_PATIENCE = Duration.ofMinutes(5);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final Thread reader;
  private final List<String> lines = new ArrayList<>();
  private final CompletableFuture<URI> address = new CompletableFuture<>();

  private ServerProcess(
      Path workingDirectory, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(workingDirectory.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("BIDE_"));
    builder.environment().putAll(environment);
    process = builder.start();
    reader = new Thread(this::read, "bide-test-output");
    reader.start();
  }

  /** Runs a command of the jar. */
  static ServerProcess run(Path workingDirectory, String... args) throws IOException {
    return run(workingDirectory, Map.of(), args);
  }

  static ServerProcess run(Path workingDirectory, Map<String, String> environment, String... args)
      throws IOException {
    return new ServerProcess(workingDirectory, environment, java(List.of(args)));
  }

  /** Runs a command by the script, reached through a symbolic link. */
  static ServerProcess script(Path workingDirectory, String... args) throws IOException {
    Path link = Files.createSymbolicLink(
        Files.createTempDirectory(workingDirectory, "bin").resolve("bide"),
        Path.of("..", "bide").toRealPath());
    List<String> command = new ArrayList<>(List.of(link.toString()));
    command.addAll(List.of(args));
    return new ServerProcess(workingDirectory, Map.of(), command);
  }

  private static List<String> java(List<String> args) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        // What lives for seconds is ready sooner like this.
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        System.getProperty("bide.jar")));
    command.addAll(args);
    return command;
  }

  /** Starts a server on a free port and waits until it is ready. */
  static ServerProcess serve(Path workingDirectory, String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of("serve", "--port", "0"));
    all.addAll(List.of(args));
    return ready(new ServerProcess(workingDirectory, Map.of(), java(all)));
  }

  /**
   * Starts a server that cannot write behind the first 32 or 64 MiB of a file, as the shell counts: when its journal has
   * come so far, its disk fails. A server before it has made the journal.
   */
  static ServerProcess serveOnAFailingDisk(Path workingDirectory) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "ulimit -f 65536; exec \"$0\" \"$@\""));
    command.addAll(java(List.of("serve", "--port", "0")));
    return ready(new ServerProcess(workingDirectory, Map.of(), command));
  }

  /** Waits until it is ready. */
  static ServerProcess ready(ServerProcess server) throws Exception {
    server.address.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return server;
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        synchronized (lines) {
          lines.add(line);
        }
        if (line.startsWith("  curl ") && line.endsWith("/claims")) {
          address.complete(
              URI.create(line.substring(line.lastIndexOf("http"), line.indexOf("/v1/"))));
        }
      }
    } catch (IOException e) {
      address.completeExceptionally(e);
    }
    address.completeExceptionally(new AssertionError("ended without being ready: " + output()));
  }

  URI address() {
    return address.join();
  }

  String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** The output without the first line of the log, which tells the settings. */
  String said() {
    synchronized (lines) {
      return lines.stream()
          .filter(line -> !line.contains(" INFO  [main] ServeCommand: Bide "))
          .collect(Collectors.joining("\n"));
    }
  }

  List<String> curls() {
    synchronized (lines) {
      return lines.stream()
          .filter(line -> line.startsWith("  curl "))
          .map(String::strip)
          .toList();
    }
  }

  void terminate() throws Exception {
    signal("TERM");
  }

  /** {@code Process.destroy} would also close the pipe, and lose what is still to be said. */
  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("cannot send SIG" + name);
    }
  }

  /** Sends SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** The exit code, after all output has been read. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running: " + output());
    }
    // Its end comes after its last line.
    reader.join();
    return process.exitValue();
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return CLIENT.send(request(path, headers).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> delete(String path) throws Exception {
    return CLIENT.send(request(path).DELETE().build(), BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String json, String... headers) throws Exception {
    return postAsync(path, json, headers).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  CompletableFuture<HttpResponse<String>> postAsync(String path, String json, String... headers) {
    return CLIENT.sendAsync(
        request(path, headers)
            .timeout(POLL_PATIENCE)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(address() + path)).timeout(PATIENCE);
    return headers.length == 0 ? builder : builder.headers(headers);
  }

  /** Asks again and again until the answer has this status. */
  void awaitStatus(int status, Duration most, String path, String... headers) throws Exception {
    long end = SystemTime.nanos() + most.toNanos();
    int seen = get(path, headers).statusCode();
    while (seen != status) {
      if (SystemTime.nanos() > end) {
        throw new AssertionError(path + " still answers " + seen + " after " + most);
      }
      seen = get(path, headers).statusCode();
    }
  }

  @Override
  public void close() {
    var unused = process.destroyForcibly().onExit().join();
  }
}
