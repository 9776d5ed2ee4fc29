package io.bide.testing.eureka;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A real Eureka server in a process of its own, with nothing registered. Needs nothing but the JDK on the
 * class path of the test that starts it.
 */
public final class EurekaProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Process process;
  private final int port;

  private EurekaProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts it on a free port, and waits until it answers. */
  public static EurekaProcess start(Path log) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path built = built();
    String classPath =
        built.resolve("classes") + ":" + Files.readString(built.resolve("class-path"));
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            "io.bide.testing.eureka.EurekaServer",
            "--server.port=" + port,
            "--server.address=127.0.0.1",
            "--eureka.client.register-with-eureka=false",
            "--eureka.client.fetch-registry=false",
            "--eureka.server.response-cache-update-interval-ms=100",
            "--eureka.server.use-read-only-response-cache=false",
            "--spring.main.banner-mode=off")
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    EurekaProcess eureka = new EurekaProcess(process, port);
    eureka.awaitReady(log);
    return eureka;
  }

  /** Where this class was built, and the list of all jars. */
  private static Path built() {
    try {
      URI here = EurekaProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(here).getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitReady(Path log) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        close();
        throw new AssertionError("Eureka did not start; it said:\n" + Files.readString(log));
      }
      // Not for time to pass, but so that it gets the processor.
      process.waitFor(200, TimeUnit.MILLISECONDS);
    }
  }

  private boolean isReady() throws InterruptedException {
    try {
      return send("GET", "/apps", "").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + port + "/eureka");
  }

  /** Registers an instance as Eureka's own client does. */
  public void register(String application, String id, int instancePort, String types)
      throws IOException, InterruptedException {
    String instance = String.format(
        """
        {"instance": {
          "instanceId": "%s", "app": "%s", "vipAddress": "%s",
          "hostName": "127.0.0.1", "ipAddr": "127.0.0.1", "status": "UP",
          "port": {"$": %d, "@enabled": "true"}, "securePort": {"$": 443, "@enabled": "false"},
          "dataCenterInfo": {
            "@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"},
          "metadata": {"delay-queue:task": "%s"}}}
        """,
        id, application.toUpperCase(Locale.ROOT), application, instancePort, types);
    HttpResponse<String> answer = send("POST", "/apps/" + application, instance);
    if (answer.statusCode() != 204) {
      throw new AssertionError("not registered: " + answer.statusCode() + " " + answer.body());
    }
  }

  public void deregister(String application, String id) throws IOException, InterruptedException {
    send("DELETE", "/apps/" + application + "/" + id, "");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
