package io.bide.testing.cloud;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A server of the shipped jar in a process of its own, which finds services in a Eureka. */
final class BideProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final URI address;

  private BideProcess(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  static BideProcess start(Path home, URI eureka) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path log = home.resolve("bide.log");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx192m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            System.getProperty("bide.jar"),
            "serve",
            "--port",
            Integer.toString(port),
            "--data",
            home.resolve("data").toString(),
            "--services-eureka",
            eureka.toString())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    BideProcess bide = new BideProcess(process, URI.create("http://127.0.0.1:" + port));
    bide.awaitReady(log);
    return bide;
  }

  private void awaitReady(Path log) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isReady()) {
      if (process.waitFor(200, TimeUnit.MILLISECONDS) || System.nanoTime() - deadline > 0) {
        close();
        throw new AssertionError("Bide did not start; it said:\n" + Files.readString(log));
      }
    }
  }

  private boolean isReady() throws InterruptedException {
    try {
      return get("/readyz").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(address.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  URI address() {
    return address;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
