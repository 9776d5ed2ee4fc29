package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as its users meet it: a jar, a process, a port. */
class ServeIT {
  /** Far more than it takes, and far less than a poll waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  @TempDir
  Path directory;

  @Test
  void curls_thatItPrints_workWordForWord() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server.curls()).hasSize(2);

      JsonObject put = shell(server.curls().get(0));
      JsonObject claimed = shell(server.curls().get(1));

      assertThat(put.getString("status")).isEqualTo("stored");
      JsonObject message = claimed.getJsonArray("messages").getJsonObject(0);
      assertThat(message.getString("body")).isEqualTo("hello");
      assertThat(message.getLong("due") - message.getLong("created")).isBetween(3_000L, 3_001L);
      assertThat(claimed.getLong("now")).isGreaterThanOrEqualTo(message.getLong("due"));
      assertThat(server.output())
          .contains("address     " + server.address())
          .contains("store       rocksdb")
          .contains("durability  synced")
          .contains("data        " + directory.toRealPath().resolve("data"))
          .contains("keys        not needed");
    }
  }

  @Test
  void terminate_withParkedPolls_answersThemAtOnceAndExitsWithZero() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        polls.add(server.postAsync("/v1/topics/t/claims", "{\"wait\":\"2m\"}"));
      }
      awaitParked(server, 50);

      long begin = SystemTime.nanos();
      server.terminate();

      for (CompletableFuture<HttpResponse<String>> poll : polls) {
        HttpResponse<String> answer = poll.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getJsonArray("messages")).isEmpty();
      }
      assertThat(server.exitCode()).isZero();
      assertThat(Duration.ofNanos(SystemTime.nanos() - begin)).isLessThan(PATIENCE);
      assertThat(server.output()).contains("because of SIGTERM").endsWith("Node: Stopped");
    }
  }

  private static void awaitParked(ServerProcess server, int polls) throws Exception {
    long end = SystemTime.nanos() + PATIENCE.toNanos();
    while (!server.get("/metrics").body().contains("\nbide_parked_claims " + polls + ".0\n")) {
      assertThat(SystemTime.nanos()).as("all polls are parked in time").isLessThan(end);
    }
  }

  @Test
  void interrupt_endsItLikeTerminate() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      server.signal("INT");

      assertThat(server.exitCode()).isZero();
      assertThat(server.output()).contains("because of SIGINT");
    }
  }

  @Test
  void secondSignal_endsItAtOnce() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory);
        // A request that never ends keeps the server from stopping.
        var slow = begin(server, "POST /v1/acks HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n")) {
      assertThat(slow.isConnected()).isTrue();
      server.terminate();
      awaitOutput(server, "because of SIGTERM");
      server.terminate();

      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.output()).doesNotContain("Stopped");
    }
  }

  /** Sends a request without its body; returns when the server has said that it waits for that. */
  private static Socket begin(ServerProcess server, String head) throws IOException {
    Socket socket = new Socket(server.address().getHost(), server.address().getPort());
    socket
        .getOutputStream()
        .write((head + "Expect: 100-continue\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    String goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    byte[] answer = socket.getInputStream().readNBytes(goOn.length());
    assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo(goOn);
    return socket;
  }

  private static void awaitOutput(ServerProcess server, String text) {
    long end = SystemTime.nanos() + PATIENCE.toNanos();
    while (!server.output().contains(text)) {
      assertThat(SystemTime.nanos()).as("prints " + text + " in time").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Test
  void terminate_withARequestHalfSent_letsItFinish() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory);
        var slow = begin(
            server, "POST /v1/topics/t/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n")) {
      var out = slow.getOutputStream();
      server.terminate();
      awaitOutput(server, "because of SIGTERM");
      out.write("{\"body\":\"x\"}".getBytes(StandardCharsets.US_ASCII));
      out.flush();

      String answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 201 ").contains("\"status\":\"stored\"");
      assertThat(server.exitCode()).isZero();
    }
  }

  @Test
  void kill_andStartAgain_keepsWhatWasAnswered() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server
              .post("/v1/topics/t/messages", "{\"id\":\"m1\",\"body\":\"x\",\"delay\":500}")
              .statusCode())
          .isEqualTo(201);
      server.kill();
    }
    try (ServerProcess server = ServerProcess.serve(directory)) {
      String claimed = server.post("/v1/topics/t/claims", "{\"wait\":\"20s\"}").body();

      assertThat(
              new JsonObject(claimed).getJsonArray("messages").getJsonObject(0).getString("id"))
          .isEqualTo("m1");
    }
  }

  @Test
  void storeFailure_endsItWithOne() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
    try (ServerProcess server = ServerProcess.serveOnAFailingDisk(directory)) {
      String large = "{\"body\":\"" + "x".repeat(250_000) + "\"}";
      String batch = "[" + String.join(",", Collections.nCopies(20, large)) + "]";
      int status = 200;
      while (status == 200) {
        status = server.post("/v1/topics/t/messages", batch).statusCode();
      }

      assertThat(status).isEqualTo(504);
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.output()).contains("because the store has failed for good");
    }
  }

  @Test
  void start_onAPortInUse_saysSoInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      try (ServerProcess server =
          ServerProcess.run(directory, "serve", "--port", Integer.toString(taken.getLocalPort()))) {
        assertThat(server.exitCode()).isEqualTo(1);
        assertThat(server.said())
            .startsWith("bide: cannot listen (host is 127.0.0.1 (default), port is "
                + taken.getLocalPort() + " (--port)): ")
            .endsWith("; stop whoever uses that port, or choose another port or host")
            .contains("in use")
            .doesNotContain("\n");
      }
    }
  }

  @Test
  void start_onDataInUse_saysSoInOneLine() throws Exception {
    try (ServerProcess first = ServerProcess.serve(directory);
        ServerProcess second = ServerProcess.run(directory, "serve", "--port", "0")) {
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.said())
          .startsWith("bide: the data directory ")
          .contains("is in use by another Bide")
          .doesNotContain("\n");
      assertThat(first.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void start_withDataThatIsNoDirectory_saysSoInOneLine() throws Exception {
    Files.writeString(directory.resolve("data"), "a file");
    try (ServerProcess server = ServerProcess.run(directory, "serve", "--port", "0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .startsWith("bide: data is ./data (default), which cannot be used: ")
          .doesNotContain("\n");
    }
  }

  @Test
  void start_onADamagedStore_saysSoInOneLine() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
    try (Stream<Path> files = Files.list(directory.resolve("data/rocksdb"))) {
      Path manifest = files
          .filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
          .findFirst()
          .orElseThrow();
      Files.writeString(manifest, "this is not what it was");
    }
    try (ServerProcess server = ServerProcess.run(directory, "serve", "--port", "0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .startsWith("bide: the store in ")
          .contains("The data is damaged and nothing was changed")
          .doesNotContain("\n");
    }
  }

  @Test
  void start_withAWrongSetting_saysSoInOneLine() throws Exception {
    try (ServerProcess option = ServerProcess.run(directory, "serve", "--prot", "1");
        ServerProcess value = ServerProcess.run(directory, "serve", "--port=many");
        ServerProcess variable =
            ServerProcess.run(directory, Map.of("BIDE_LIMITS_BDY", "1MiB"), "serve")) {
      assertThat(option.exitCode()).isEqualTo(2);
      assertThat(option.output())
          .isEqualTo(
              "bide: there is no option --prot; did you mean --port? See \"bide serve --help\".");
      assertThat(value.exitCode()).isEqualTo(2);
      assertThat(value.output())
          .isEqualTo("bide: port is \"many\" (--port); allowed: a number from 0 to 65535");
      assertThat(variable.exitCode()).isEqualTo(2);
      assertThat(variable.output()).contains("did you mean BIDE_LIMITS_BODY?").doesNotContain("\n");
    }
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void start_whereOthersCanReachItWithoutKeys_refusesAndSaysWhatToDo() throws Exception {
    try (ServerProcess server =
        ServerProcess.run(directory, "serve", "--port", "0", "--host", "0.0.0.0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .contains("bide keys add", "--insecure", "127.0.0.1")
          .doesNotContain("\n");
    }
  }

  @Test
  void start_insecure_warnsLoudly() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--host", "0.0.0.0", "--insecure")) {
      assertThat(server.output()).contains("WARN ").contains("INSECURE: everybody");
      assertThat(server.get("/v1/info").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void script_throughALinkFromAnotherDirectory_becomesTheServer() throws Exception {
    try (ServerProcess server = ServerProcess.script(directory, "serve", "--port", "0")) {
      assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
      server.terminate();

      assertThat(server.exitCode()).isZero();
      assertThat(server.output())
          .contains("data        " + directory.toRealPath().resolve("data"));
    }
  }

  @Test
  void log_asJson_isOneObjectPerLineAndNothingElse() throws Exception {
    try (ServerProcess server =
        ServerProcess.run(directory, "serve", "--port", "0", "--log-format", "json")) {
      awaitOutput(server, "Serving at ");
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.output().lines())
          .isNotEmpty()
          .allSatisfy(line -> assertThat(new JsonObject(line).fieldNames())
              .contains("timestamp", "level", "loggerName", "formattedMessage"));
    }
  }

  private JsonObject shell(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command).isZero();
    return new JsonObject(output);
  }
}
