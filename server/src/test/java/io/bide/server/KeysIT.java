package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys made by the command and followed by a running server. */
class KeysIT {
  private static final Duration RELOAD = Duration.ofSeconds(60);

  @TempDir
  Path directory;

  @Test
  void server_followsKeysThatAreAddedAndRemoved() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server.get("/v1/info").statusCode()).isEqualTo(200);

      String mailer = add("mailer", "--topics", "mail.", "--actions", "put");
      server.awaitStatus(401, RELOAD, "/v1/info");
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(server.get("/healthz", bearer("wrong")).statusCode()).isEqualTo(200);
      assertThat(server.get("/v1/info", bearer("wrong")).statusCode()).isEqualTo(401);
      assertThat(server.get("/v1/info", bearer(mailer)).statusCode()).isEqualTo(200);
      assertThat(put(server, "mail.out", mailer)).isEqualTo(201);
      assertThat(put(server, "orders", mailer)).isEqualTo(403);

      String root = add("root");
      server.awaitStatus(200, RELOAD, "/v1/topics", bearer(root));
      assertThat(put(server, "orders", root)).isEqualTo(201);

      assertThat(run("keys", "list")).isEqualTo("""
              mailer  put on topics that begin with mail.
              root    put,claim,operate on all topics""");

      run("keys", "remove", "mailer");
      server.awaitStatus(401, RELOAD, "/v1/info", bearer(mailer));
      assertThat(put(server, "orders", root)).isEqualTo(201);

      run("keys", "remove", "root");
      server.awaitStatus(401, RELOAD, "/v1/info", bearer(root));
      assertThat(server.get("/v1/info").statusCode()).isEqualTo(401);
      assertThat(server.output()).doesNotContain(mailer).doesNotContain(root);
    }
  }

  @Test
  void serve_withKeysWhereOthersCanReachIt_starts() throws Exception {
    String key = add("root");
    try (ServerProcess server = ServerProcess.serve(directory, "--host", "0.0.0.0")) {
      assertThat(server.get("/v1/info").statusCode()).isEqualTo(401);
      assertThat(server.get("/v1/info", bearer(key)).statusCode()).isEqualTo(200);
      assertThat(server.output())
          .contains("in clear text")
          .contains("-H \"Authorization: Bearer $BIDE_KEY\"");
    }
  }

  @Test
  void add_ofANameThatIsTaken_failsAndKeepsTheKey() throws Exception {
    add("root");
    try (ServerProcess again = ServerProcess.run(directory, "keys", "add", "root")) {
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.output()).startsWith("bide: there is already a key root in ");
    }
    try (ServerProcess unknown = ServerProcess.run(directory, "keys", "remove", "other")) {
      assertThat(unknown.exitCode()).isEqualTo(1);
      assertThat(unknown.output()).startsWith("bide: there is no key other in ");
    }
    assertThat(run("keys", "list")).startsWith("root ");
  }

  /** The key stands alone on the last line. */
  private String add(String name, String... options) throws Exception {
    String[] args = new String[3 + options.length];
    System.arraycopy(new String[] {"keys", "add", name}, 0, args, 0, 3);
    System.arraycopy(options, 0, args, 3, options.length);
    String key =
        run(args).lines().filter(line -> line.startsWith("bide_")).findFirst().orElseThrow();
    assertThat(key).matches("bide_[A-Za-z0-9_-]{43}");
    return key;
  }

  private String run(String... args) throws Exception {
    try (ServerProcess command = ServerProcess.run(directory, args)) {
      assertThat(command.exitCode()).as(command.output()).isZero();
      return command.output();
    }
  }

  private static int put(ServerProcess server, String topic, String key) throws Exception {
    return server
        .post("/v1/topics/" + topic + "/messages", "{\"body\":\"x\"}", bearer(key))
        .statusCode();
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }
}
