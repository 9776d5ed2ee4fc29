package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.bide.testing.redis.RedisProcess.Version;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of a server meet while its Redis is away or full. */
class RedisAwayIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MESSAGES = "/v1/topics/t/messages";
  private static final String CLAIMS = "/v1/topics/t/claims";

  @TempDir
  Path directory;

  private RedisProcess redis;
  private ServerProcess server;

  @BeforeEach
  void start() throws Exception {
    redis = RedisProcess.durable(Version.tested());
    server = ServerProcess.serve(directory, "--store", redis.url());
  }

  @AfterEach
  void stop() {
    server.close();
    redis.close();
  }

  private void loseRedis() throws Exception {
    redis.kill();
    server.awaitStatus(503, PATIENCE, "/readyz");
  }

  @Test
  void everyRequest_whileRedisIsAway_isAnsweredAtOnceWithWhatToDo() throws Exception {
    String receipt = claimOne("before");
    loseRedis();

    for (HttpResponse<String> answer : List.of(
        server.post(MESSAGES, "{\"body\":\"x\"}"),
        server.post(CLAIMS, "{}"),
        server.post(CLAIMS, "{\"wait\":\"2m\"}"),
        server.post("/v1/acks", "{\"receipt\":\"" + receipt + "\"}"),
        server.get(MESSAGES + "/before"),
        server.get("/v1/topics/t"),
        server.get("/readyz"))) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      JsonObject problem = new JsonObject(answer.body());
      assertThat(problem.getString("code")).isEqualTo("unavailable");
      assertThat(problem.getString("detail")).contains("Redis cannot be reached");
    }
    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(server.get("/metrics").body()).contains("bide_store_up 0.0");
  }

  private String claimOne(String id) throws Exception {
    assertThat(server.post(MESSAGES, "{\"id\":\"" + id + "\"}").statusCode()).isEqualTo(201);
    return messages(server.post(CLAIMS, "{\"wait\":\"30s\"}")).get(0).getString("receipt");
  }

  private static List<JsonObject> messages(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<JsonObject> messages = new ArrayList<>();
    new JsonObject(answer.body())
        .getJsonArray("messages")
        .forEach(message -> messages.add((JsonObject) message));
    return messages;
  }

  @Test
  void parkedPolls_outliveTheAbsenceAndAreServedSoonAfterIt() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      polls.add(server.postAsync(CLAIMS, "{\"wait\":\"3m\"}"));
    }
    awaitMetric("bide_parked_claims 20.0");
    // Due while Redis is away, so that nothing but the polls themselves can find it.
    String later = String.join(",", Collections.nCopies(20, "{\"delay\":\"6s\"}"));
    assertThat(server.post(MESSAGES, "[" + later + "]").statusCode()).isEqualTo(200);
    loseRedis();
    // Until all are due, and longer than a poll is left alone without having looked.
    awaitSeconds(9);
    assertThat(polls).noneMatch(CompletableFuture::isDone);

    redis.run();
    long back = SystemTime.nanos();

    for (CompletableFuture<HttpResponse<String>> poll : polls) {
      assertThat(messages(poll.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))).hasSize(1);
    }
    System.out.printf(
        "polls were served %d ms after the return of Redis%n",
        TimeUnit.NANOSECONDS.toMillis(SystemTime.nanos() - back));
    server.awaitStatus(200, PATIENCE, "/readyz");
    assertThat(server.post(MESSAGES, "{}").statusCode()).isEqualTo(201);
  }

  private void awaitMetric(String line) throws Exception {
    long end = SystemTime.nanos() + PATIENCE.toNanos();
    while (!server.get("/metrics").body().contains("\n" + line + "\n")) {
      assertThat(SystemTime.nanos()).as(line + " in time").isLessThan(end);
    }
  }

  /** Time has to pass in other processes. */
  private static void awaitSeconds(int seconds) {
    long end = SystemTime.nanos() + TimeUnit.SECONDS.toNanos(seconds);
    for (long left = end - SystemTime.nanos(); left > 0; left = end - SystemTime.nanos()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  void log_tellsOnceThatRedisIsAwayAndOnceThatItIsBack() throws Exception {
    CompletableFuture<HttpResponse<String>> poll = server.postAsync(CLAIMS, "{\"wait\":\"3m\"}");
    awaitMetric("bide_parked_claims 1.0");
    long before = lines().size();
    loseRedis();
    for (int i = 0; i < 100; i++) {
      assertThat(server.post(MESSAGES, "{}").statusCode()).isEqualTo(503);
    }
    awaitSeconds(6);
    redis.run();
    server.awaitStatus(200, PATIENCE, "/readyz");
    awaitOutput("Redis can be used again");

    List<String> since = lines().stream().skip(before).toList();
    assertThat(since).as(server.output()).hasSize(2);
    assertThat(since.get(0)).contains("WARN ").contains("Redis cannot be used");
    assertThat(since.get(1)).contains("INFO ");
    assertThat(poll).isNotDone();
  }

  private List<String> lines() {
    return server
        .output()
        .lines()
        .filter(line -> !line.isBlank())
        // A machine that stands still for some seconds is not what this is about.
        .filter(line -> !line.contains("has been blocked for"))
        .toList();
  }

  private void awaitOutput(String text) throws Exception {
    long end = SystemTime.nanos() + PATIENCE.toNanos();
    while (!server.output().contains(text)) {
      assertThat(SystemTime.nanos()).as("prints " + text + " in time").isLessThan(end);
      assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void terminate_whileRedisIsAway_answersPollsAndExitsWithZero() throws Exception {
    CompletableFuture<HttpResponse<String>> poll = server.postAsync(CLAIMS, "{\"wait\":\"2m\"}");
    awaitMetric("bide_parked_claims 1.0");
    loseRedis();

    server.terminate();

    assertThat(messages(poll.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))).isEmpty();
    assertThat(server.exitCode()).isZero();
    assertThat(server.output()).endsWith("Node: Stopped").doesNotContain("Exception", "Going on");
  }

  @Test
  void redisThatStandsStill_makesAnswersUnknownUntilItGoesOn() throws Exception {
    redis.stop(true);
    HttpResponse<String> put = server.post(MESSAGES, "{\"id\":\"once\",\"token\":\"one\"}");

    assertThat(put.statusCode()).as(put.body()).isEqualTo(504);
    assertThat(new JsonObject(put.body()).getString("outcome")).isEqualTo("unknown");
    assertThat(server.get("/readyz").statusCode()).isEqualTo(503);

    redis.stop(false);
    server.awaitStatus(200, PATIENCE, "/readyz");
    assertThat(server.post(MESSAGES, "{\"id\":\"once\",\"token\":\"one\"}").statusCode())
        .isEqualTo(201);
    assertThat(messages(server.post(CLAIMS, "{\"max\":10}"))).hasSize(1);
  }

  @Test
  void terminate_whileRedisStandsStill_exitsWithZero() throws Exception {
    CompletableFuture<HttpResponse<String>> poll = server.postAsync(CLAIMS, "{\"wait\":\"2m\"}");
    awaitMetric("bide_parked_claims 1.0");
    redis.stop(true);
    try {
      server.terminate();

      assertThat(messages(poll.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))).isEmpty();
      assertThat(server.exitCode()).isZero();
    } finally {
      redis.stop(false);
    }
  }

  @Test
  void redisWithoutMemory_refusesPutsAndLetsTheRestGoOn() throws Exception {
    String receipt = claimOne("leased");
    server.post(MESSAGES, "{\"id\":\"waits\",\"delay\":\"1h\"}");
    server.post(MESSAGES, "{\"id\":\"ready\"}");
    Admin.ask(redis.port(), "CONFIG", "SET", "maxmemory", "1");

    HttpResponse<String> refused = server.post(MESSAGES, "{\"id\":\"more\"}");

    assertThat(refused.statusCode()).isEqualTo(507);
    JsonObject problem = new JsonObject(refused.body());
    assertThat(problem.getString("code")).isEqualTo("store-full");
    assertThat(problem.getString("detail")).contains("no memory left", "Raise maxmemory");
    assertThat(server.post("/v1/acks", "{\"receipt\":\"" + receipt + "\"}").statusCode())
        .isEqualTo(200);
    assertThat(server.delete(MESSAGES + "/waits").statusCode()).isEqualTo(200);
    assertThat(messages(server.post(CLAIMS, "{}"))).hasSize(1);
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);

    Admin.ask(redis.port(), "CONFIG", "SET", "maxmemory", "0");
    assertThat(server.post(MESSAGES, "{\"id\":\"more\"}").statusCode()).isEqualTo(201);
  }
}
