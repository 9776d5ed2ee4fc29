package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar on a real Redis: how it is told of it, and what it tells of it. */
class RedisServeIT {
  private static final String PASSWORD = "p@ss/ w:rd";

  @TempDir
  Path directory;

  @Test
  void serve_onRedis_keepsMessagesThereAndNothingOnTheDisk() throws Exception {
    try (RedisProcess redis = RedisProcess.start();
        ServerProcess server = ServerProcess.serve(directory, "--store", redis.url())) {
      assertThat(server
              .post("/v1/topics/t/messages", "{\"id\":\"m1\",\"delay\":200}")
              .statusCode())
          .isEqualTo(201);

      JsonObject claimed = new JsonObject(
          server.post("/v1/topics/t/claims", "{\"wait\":\"30s\"}").body());

      JsonObject message = claimed.getJsonArray("messages").getJsonObject(0);
      assertThat(message.getString("id")).isEqualTo("m1");
      assertThat(claimed.getLong("now")).isGreaterThanOrEqualTo(message.getLong("due"));
      assertThat(Admin.ask(redis.port(), "KEYS", "bide:*")).contains("bide:{default:t:0}:newest");
      assertThat(directory.resolve("data")).isEmptyDirectory();
      assertThat(server.output())
          .contains("store       " + redis.url())
          .contains("durability  async");
      assertThat(server.get("/metrics").body())
          .containsPattern("bide_store_commit_calls_count [1-9]")
          .containsPattern("bide_store_commit_duration_seconds_count [1-9]");
      assertThat(new JsonObject(server.get("/v1/info").body()))
          .contains(Map.entry("store", "redis"), Map.entry("durability", "async"));
    }
  }

  @Test
  void serve_withAPassword_tellsItNowhere() throws Exception {
    try (RedisProcess redis = RedisProcess.start("--requirepass", PASSWORD);
        ServerProcess byUrl = ServerProcess.serve(
            directory,
            "--store",
            "redis://:p%40ss%2F%20w%3Ard@127.0.0.1:" + redis.port(),
            "--log-level",
            "debug");
        ServerProcess apart = ServerProcess.ready(ServerProcess.run(
            directory,
            Map.of("BIDE_STORE", redis.url(), "BIDE_REDIS_PASSWORD", PASSWORD),
            "serve",
            "--port",
            "0",
            "--log-level",
            "debug"))) {
      for (ServerProcess server : new ServerProcess[] {byUrl, apart}) {
        assertThat(server.post("/v1/topics/t/messages", "{}").statusCode()).isEqualTo(201);
        String told = server.output()
            + server.get("/v1/info").body()
            + server.get("/metrics").body()
            + server.get("/readyz").body();
        assertThat(told).doesNotContain("p@ss", "p%40ss").contains("127.0.0.1:" + redis.port());
      }
    }
  }

  @Test
  void start_withAWrongPassword_saysSoInOneLineAndHidesIt() throws Exception {
    try (RedisProcess redis = RedisProcess.start("--requirepass", PASSWORD);
        ServerProcess server = ServerProcess.run(
            directory,
            Map.of("BIDE_STORE", redis.url(), "BIDE_REDIS_PASSWORD", "wr@ng"),
            "serve",
            "--port",
            "0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .startsWith("bide: cannot connect to Redis at redis://***@127.0.0.1:" + redis.port())
          .contains("are address, user and password right?")
          .doesNotContain("wr@ng", "wr%40ng", "\n");
    }
  }

  @Test
  void start_onARedisThatEvicts_saysSoInOneLine() throws Exception {
    try (RedisProcess redis = RedisProcess.start("--maxmemory-policy", "allkeys-lru");
        ServerProcess server =
            ServerProcess.run(directory, "serve", "--port", "0", "--store", redis.url())) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .contains("maxmemory-policy is allkeys-lru; set it to noeviction")
          .doesNotContain("\n");
    }
  }

  @Test
  void start_withoutRedis_saysSoInOneLine() throws Exception {
    int port = RedisProcess.freePort();
    try (ServerProcess server = ServerProcess.run(
        directory, "serve", "--port", "0", "--store", "redis://127.0.0.1:" + port)) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.said())
          .startsWith("bide: cannot connect to Redis at redis://127.0.0.1:" + port)
          .contains("Is it running")
          .doesNotContain("\n");
    }
  }

  @Test
  void start_withAUrlThatCannotBeRead_hidesThePassword() throws Exception {
    try (ServerProcess server = ServerProcess.run(
        directory, "serve", "--port", "0", "--store", "redis://me:sec ret@127.0.0.1:1")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.output()).contains("%40 for @").doesNotContain("sec ret");
    }
  }
}
