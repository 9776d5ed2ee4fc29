package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar measures the server that it starts; the figures say nothing in so short a time. */
class BenchCommandIT {
  private static final int MOST_MINUTES = 5;

  @TempDir
  Path temporary;

  private Process start(ProcessBuilder.Redirect errors, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-Djava.io.tmpdir=" + temporary,
        "-jar",
        System.getProperty("bide.jar"),
        "bench"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(errors).start();
  }

  private String run(String... arguments) throws Exception {
    Path errors = temporary.resolve("errors");
    Process process = start(ProcessBuilder.Redirect.to(errors.toFile()), arguments);
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
      return out;
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> names(JsonArray rows) {
    return rows.stream().map(row -> ((JsonObject) row).getString("name")).toList();
  }

  @Test
  void everyScenario_hasItsRowsAndItsBars() throws Exception {
    JsonObject report = new JsonObject(run(
        "--seconds=1",
        "--turns=1",
        "--warmup=0",
        "--rate=200",
        "--burst=500",
        "--polls=50",
        "--idle-seconds=1",
        "--connections=4",
        "--fewer=2",
        "--json"));
    assertThat(names(report.getJsonArray("results")))
        .contains(
            "put, 4 connections",
            "bare server, 4 connections",
            "put 10 at once, 2 connections",
            "claim 10, acked together",
            "claim 10, in process",
            "claim 10, acked one by one",
            "claim 10, bare server",
            "late, 8 consumers, 200 messages/s",
            "burst of 500, 8 consumers",
            "50 idle polls",
            "put at 1,000/s, 50 idle polls",
            "client put, 4 threads",
            "client claim 10, 4 threads",
            "client worker, concurrency 4");
    assertThat(names(report.getJsonArray("bars")))
        .contains(
            "put, 4 connections",
            "claim 10, acked together, 2 connections",
            "claim 10, acked one by one, 2 connections",
            "late, 8 consumers, 200 messages/s",
            "burst of 500, 8 consumers",
            "50 idle polls",
            "client put, 4 threads",
            "client worker, concurrency 4");
    assertThat(report.getJsonArray("results").toString()).contains("0 early of");
    assertThat(temporary).isDirectoryNotContaining("glob:**bide-bench-*");
  }

  @Test
  void camellia_hasTheSameScenarios() throws Exception {
    JsonObject report = new JsonObject(run(
        "put",
        "cycle",
        "late",
        "burst",
        "--dialect=camellia",
        "--seconds=1",
        "--turns=1",
        "--warmup=0",
        "--rate=200",
        "--burst=100",
        "--connections=4",
        "--fewer=2",
        "--json"));
    assertThat(names(report.getJsonArray("results")))
        .contains(
            "put, 4 connections",
            "bare server, 4 connections",
            "put 1 at once, 2 connections",
            "claim 10, acked one by one",
            "late, 8 consumers, 200 messages/s",
            "burst of 100, 8 consumers");
    assertThat(names(report.getJsonArray("bars")))
        .contains("put, 4 connections", "claim 10, acked one by one, 2 connections");
    assertThat(report.getJsonArray("results").toString()).contains("0 early of");
  }

  @Test
  void aServerThatIsThere_holdsNoMessagesAfterwards() throws Exception {
    try (Node node = node()) {
      String table = run(
          "cycle", "--url", node.address().toString(), "--seconds=1", "--turns=1", "--warmup=0");
      assertThat(table).contains("claim 10, acked together").doesNotContain("is left");
      DelayQueue queue = node.queue();
      // None, one or both of its topics: the sweep forgets those that hold nothing.
      for (Topic topic : queue.topics(null, 100).join().items()) {
        assertThat(queue.stats(topic).join().counts().values()).allMatch(count -> count == 0);
      }
    }
  }

  @Test
  void aRedisThatIsThere_isMeasuredAndHoldsNoMessagesAfterwards() throws Exception {
    try (RedisProcess redis = RedisProcess.start()) {
      String table = run(
          "cycle", "--store", redis.url(), "--seconds=1", "--turns=1", "--warmup=0", "--fewer=2");
      assertThat(table)
          .contains("a server of its own on " + redis.url())
          .contains("claim 10, acked together", "claim 10, in process")
          .doesNotContain("is left");
      assertThat(Admin.ask(redis.port(), "INFO", "commandstats")).contains("cmdstat_evalsha");
      assertThat(Admin.ask(redis.port(), "KEYS", "*:due")).isEqualTo("[]");
    }
  }

  private Node node() {
    Path data = temporary.resolve("data");
    return Assembly.start(
        Settings.of(new Layer(), Map.of("BIDE_PORT", "0", "BIDE_DATA", data.toString())));
  }

  @Test
  void anInterruptedRun_leavesNoProcessAndNoFiles() throws Exception {
    Process bench = start(ProcessBuilder.Redirect.PIPE, "put", "--warmup=60");
    List<ProcessHandle> children = new ArrayList<>();
    try {
      // Said when the server and the bare one have started.
      boolean started = bench.errorReader().lines().anyMatch("bench: put: warming up"::equals);
      assertThat(started).isTrue();
      bench.descendants().forEach(children::add);
      assertThat(children).hasSize(2);
      bench.destroy();
      assertThat(bench.waitFor(1, TimeUnit.MINUTES)).isTrue();
      for (ProcessHandle child : children) {
        child.onExit().get(1, TimeUnit.MINUTES);
      }
      assertThat(temporary).isDirectoryNotContaining("glob:**bide-bench-*");
    } finally {
      children.forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }
  }
}
