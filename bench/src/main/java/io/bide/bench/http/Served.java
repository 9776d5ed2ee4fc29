package io.bide.bench.http;

import io.bide.bench.bed.Child;
import io.bide.bench.bed.Directory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that is measured: one that was there, or a process of its own with an empty store, which
 * is gone afterwards. In a server or a Redis that was there only the topics of the benchmark are touched;
 * they are purged at the end.
 */
final class Served implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration PURGE = Duration.ofMinutes(5);
  private static final int LOOK_MILLIS = 50;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final String INFO = "/v1/info";
  private static final String PREFIX = "bide-bench:";

  private final Target target;
  private final boolean stays;
  private final long pid;
  private final @Nullable Child process;
  private final @Nullable Directory directory;
  private final List<String> topics = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String run = Long.toHexString(System.currentTimeMillis());

  private Served(
      Target target,
      boolean stays,
      long pid,
      @Nullable Child process,
      @Nullable Directory directory) {
    this.target = target;
    this.stays = stays;
    this.pid = pid;
    this.process = process;
    this.directory = directory;
  }

  /** The server that the options name, or a new one. */
  static Served open(HttpOptions options, List<String> serve) throws IOException {
    if (!options.startsServer()) {
      Served served = new Served(
          Target.parse(options.url(), options.key()).in(options.dialect()),
          true,
          options.pid(),
          null,
          null);
      served.requireReady();
      return served;
    }
    Directory directory = Directory.temporary();
    Target target = Target.local(freePort()).in(options.dialect());
    List<String> command = new ArrayList<>(serve);
    command.addAll(List.of("--host", target.host(), "--port", String.valueOf(target.port())));
    command.addAll(List.of("--data", directory.path().resolve("data").toString()));
    command.addAll(List.of("--push-allow", "127.0.0.0/8"));
    command.addAll(List.of("--store", options.store(), "--redis-prefix", PREFIX));
    Path log = directory.path().resolve("log");
    Child process = Child.start(command, log);
    Served served = new Served(target, options.storeStays(), process.pid(), process, directory);
    served.awaitReady(process, log);
    return served;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady(Child child, Path log) throws IOException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!isReady()) {
      if (!child.isAlive() || System.nanoTime() > deadline) {
        String said = Files.readString(log);
        close();
        throw new IllegalStateException("the server did not start; it said:\n" + said);
      }
      Pause.millis(LOOK_MILLIS);
    }
  }

  private boolean isReady() throws IOException {
    try {
      return call("GET", INFO, START).statusCode() == OK;
    } catch (ConnectException e) {
      return false;
    }
  }

  private void requireReady() throws IOException {
    try {
      HttpResponse<String> info = call("GET", INFO, START);
      if (info.statusCode() != OK) {
        throw new IOException(
            target.url(INFO) + " was answered with " + info.statusCode() + ": " + info.body());
      }
    } catch (ConnectException e) {
      throw new IOException(
          "nothing listens at " + target.url("") + "; leave out --url to start a server", e);
    }
  }

  /** Has the messages of a topic pushed to a URL. */
  void subscribe(String topic, String url, int concurrency) throws IOException {
    String body = "{\"url\":\"" + url + "\",\"concurrency\":" + concurrency + "}";
    HttpResponse<String> answer = call("PUT", subscription(topic), START, body);
    if (answer.statusCode() != OK) {
      throw new IOException("the server does not push to " + url + ": " + answer.body());
    }
  }

  void unsubscribe(String topic) throws IOException {
    call("DELETE", subscription(topic), START);
  }

  private static String subscription(String topic) {
    return "/v1/topics/" + topic + "/subscription";
  }

  private HttpResponse<String> call(String method, String path, Duration timeout)
      throws IOException {
    return call(method, path, timeout, "");
  }

  private HttpResponse<String> call(String method, String path, Duration timeout, String body)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target.url(path)))
        .timeout(timeout)
        .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!target.key().isEmpty()) {
      request.header("Authorization", "Bearer " + target.key());
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }

  Target target() {
    return target;
  }

  /** A topic that nobody else uses. */
  String topic(String name) {
    String topic = "bench-" + name + "-" + run;
    topics.add(topic);
    return topic;
  }

  /** The processor time that the server has used; nothing if its process is not known. */
  Optional<Duration> cpu() {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().totalCpuDuration());
  }

  /** Purges its topics where they would stay; says what could not be purged. */
  List<String> leaveNothing() throws IOException {
    List<String> left = new ArrayList<>();
    for (String topic : stays ? topics : List.<String>of()) {
      HttpResponse<String> purge =
          call("DELETE", "/v1/topics/" + topic + "?confirm=" + topic, PURGE);
      if (purge.statusCode() != OK && purge.statusCode() != NOT_FOUND) {
        left.add("topic " + topic + " is left, its purge was answered with " + purge.statusCode());
      }
    }
    return left;
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    if (directory != null) {
      directory.close();
    }
  }
}
