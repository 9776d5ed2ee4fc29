package io.bide.server.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.server.auth.Action;
import io.bide.server.auth.ApiKey;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.Scope;
import io.bide.server.settings.Catalogue;
import io.bide.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dialect of ouqiang over the embedded store; and what the server adds to it. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OuqiangOnDiskIT implements OuqiangCases {
  private static OuqiangServer server;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = new OuqiangServer(directory.resolve("data"), Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  public OuqiangServer server() {
    return server;
  }

  @Test
  void pop_ofNothing_isAnsweredWhenItHasWaited(@TempDir Path directory) {
    try (OuqiangServer impatient =
        new OuqiangServer(directory, Map.of(Catalogue.OUQIANG_POP_WAIT, "200ms"))) {
      assertThat(impatient.send("POST", "/pop", "{\"topic\":\"empty\"}").body()).isEqualTo(DONE);
    }
  }

  @Test
  void dialect_onAPortOfItsOwn_answersOtherPathsInItsWords(@TempDir Path directory) {
    try (OuqiangServer apart =
        new OuqiangServer(directory, Map.of(Catalogue.OUQIANG.port(), "0"))) {
      URI own = apart.node().facts().ownAddresses().get("ouqiang");
      HttpResponse<String> there =
          Await.value(OuqiangServer.sending(own, "POST", "/get", "{\"id\":\"x\"}"));
      HttpResponse<String> unknown =
          Await.value(OuqiangServer.sending(own, "POST", "/v1/info", ""));

      assertThat(there.body()).isEqualTo(DONE);
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).isEqualTo("404 page not found\n");
      assertThat(unknown.headers().allValues("content-type"))
          .containsExactly("text/plain; charset=utf-8");
      assertThat(apart.send("POST", "/get", "{\"id\":\"x\"}").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void key_ofSomeTopics_cannotTouchTheIdsOfOthers(@TempDir Path directory) throws IOException {
    new KeyFile(directory.resolve("auth.keys"))
        .change(none -> List.of(
            ApiKey.of("a", "secret-of-a", new Scope(null, "a.", Set.of(Action.values()))),
            ApiKey.of("b", "secret-of-b", new Scope(null, "b.", Set.of(Action.values())))));
    try (OuqiangServer locked = new OuqiangServer(directory, Map.of())) {
      String[] a = {"Authorization", "Bearer secret-of-a"};
      String[] b = {"Authorization", "Bearer secret-of-b"};
      assertThat(locked
              .send("POST", "/push", OuqiangCases.job("a.t", "x", 100, "mine"), a)
              .body())
          .isEqualTo(PUSHED);

      assertThat(locked.send("POST", "/get", "{\"id\":\"x\"}").statusCode()).isEqualTo(401);
      for (String path : List.of("/get", "/finish", "/delete")) {
        assertThat(locked.send("POST", path, "{\"id\":\"x\"}", b).statusCode()).isEqualTo(403);
      }
      HttpResponse<String> stolen =
          locked.send("POST", "/push", OuqiangCases.job("b.t", "x", 1, "theirs"), b);
      assertThat(stolen.statusCode()).isEqualTo(403);
      assertThat(stolen.body()).startsWith("{\"code\":1,\"message\":\"the key b may not");
      assertThat(locked
              .send("POST", "/push", OuqiangCases.job("a.t", "y", 1, ""), b)
              .statusCode())
          .isEqualTo(403);
      assertThat(locked.send("POST", "/get", "{\"id\":\"x\"}", a).body()).contains("mine");
      assertThat(locked.send("POST", "/get", "{\"id\":\"y\"}", a).body()).isEqualTo(DONE);
    }
  }

  @Test
  void dialect_openToLoopback_needsNoKey(@TempDir Path directory) throws IOException {
    new KeyFile(directory.resolve("auth.keys"))
        .change(none ->
            List.of(ApiKey.of("a", "secret-of-a", new Scope(null, "a.", Set.of(Action.values())))));
    try (OuqiangServer open =
        new OuqiangServer(directory, Map.of(Catalogue.OUQIANG.openTo(), "loopback"))) {
      assertThat(open.send("POST", "/push", OuqiangCases.job("t", "x", 100, "")).body())
          .isEqualTo(PUSHED);
      assertThat(open.send("GET", "/v1/info", "").statusCode()).isEqualTo(401);
    }
  }
}
