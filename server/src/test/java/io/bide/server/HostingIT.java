package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.server.auth.Action;
import io.bide.server.auth.ApiKey;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.Scope;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.bide.testing.redis.RedisProcess;
import io.vertx.core.json.JsonObject;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several dialects in one server: on its port, on their own, or not at all; with keys and without. */
class HostingIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String CAMELLIA = "/camellia/health/check";
  private static final String OFFLINE = "/camellia/health/offline";

  @TempDir
  private Path directory;

  private Node start(Map<Setting<?>, String> given) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    given.forEach((setting, value) -> layer.set(setting, value, "test"));
    return Assembly.start(Settings.of(layer, Map.of()));
  }

  private void addKeys(ApiKey... keys) throws Exception {
    new KeyFile(directory.resolve("auth.keys")).change(none -> List.of(keys));
  }

  private static HttpResponse<String> get(URI address, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static int status(URI address, String path, String... headers) throws Exception {
    return get(address, path, headers).statusCode();
  }

  @Test
  void dialects_byDefault_areAllOnTheServersPort() throws Exception {
    try (Node node = start(Map.of())) {
      assertThat(get(node.address(), CAMELLIA).body()).isEqualTo("{\"code\":200}");
      assertThat(new JsonObject(get(node.address(), "/v1/info").body()).getJsonArray("dialects"))
          .contains("rest", "camellia");
    }
  }

  @Test
  void dialect_switchedOff_isNotThere() throws Exception {
    try (Node node = start(Map.of(Catalogue.CAMELLIA.enabled(), "false"))) {
      HttpResponse<String> answer = get(node.address(), CAMELLIA);

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
      assertThat(get(node.address(), "/v1/info").body()).doesNotContain("camellia");
    }
  }

  @Test
  void nativeDialect_switchedOff_leavesTheOthers() throws Exception {
    try (Node node = start(Map.of(Catalogue.REST_ENABLED, "false"))) {
      assertThat(status(node.address(), "/v1/info")).isEqualTo(404);
      assertThat(status(node.address(), "/readyz")).isEqualTo(200);
      assertThat(status(node.address(), CAMELLIA)).isEqualTo(200);
    }
  }

  @Test
  void dialect_withItsOwnPort_isSpokenThereAndNowhereElse() throws Exception {
    try (Node node = start(Map.of(Catalogue.CAMELLIA.port(), "0"))) {
      URI own = node.facts().ownAddresses().get("camellia");

      assertThat(own.getPort()).isNotEqualTo(node.address().getPort());
      assertThat(status(own, CAMELLIA)).isEqualTo(200);
      assertThat(status(node.address(), CAMELLIA)).isEqualTo(404);
      assertThat(status(own, "/v1/info")).isEqualTo(404);
      assertThat(get(own, "/nothing").body()).contains("\"error\":\"Not Found\"");
      assertThat(new Welcome(node.facts()).text()).contains("camellia    " + own);
    }
  }

  @Test
  void dialect_whosePortIsTheServers_isThere() throws Exception {
    int port = RedisProcess.freePort();
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, Integer.toString(port), "test");
    layer.set(Catalogue.CAMELLIA.port(), Integer.toString(port), "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    try (Node node = Assembly.start(Settings.of(layer, Map.of()))) {
      for (int i = 0; i < 10; i++) {
        assertThat(status(node.address(), CAMELLIA)).isEqualTo(200);
        assertThat(status(node.address(), "/v1/info")).isEqualTo(200);
      }
    }
  }

  @Test
  void port_ofADialectInUse_isNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());

      assertThatThrownBy(() -> start(Map.of(Catalogue.CAMELLIA.port(), port)))
          .isInstanceOf(OperatorException.class)
          .hasMessageContaining("dialects.camellia.port is " + port);
    }
  }

  @Test
  void unknownPath_onItsGround_isRefusedInTheDialectsWords() throws Exception {
    try (Node node = start(Map.of())) {
      HttpResponse<String> answer = get(node.address(), "/camellia/nothing");

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body())
          .matches("\\{\"timestamp\":\"[-0-9]+T[:0-9]+\\.[0-9]{3}\\+00:00\",\"status\":404,"
              + "\"error\":\"Not Found\",\"path\":\"/camellia/nothing\"}");
      assertThat(get(node.address(), "/camelliaX").body()).contains("no-such-route");
    }
  }

  @Test
  void request_largerThanTheDialectTakes_isRefusedInItsWords() throws Exception {
    try (Node node = start(Map.of())) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + CAMELLIA))
          .POST(BodyPublishers.ofByteArray(new byte[2 * 1024 * 1024 + 1]))
          .build();

      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body()).contains("\"error\":\"Payload Too Large\"");
    }
  }

  @Test
  void nativeDialect_keepsItsOwnLimitOfBodies() throws Exception {
    try (Node node = start(Map.of())) {
      String body = "{\"body\":\"" + "x".repeat(256 * 1024 + 1) + "\"}";
      HttpRequest request = HttpRequest.newBuilder(
              URI.create(node.address() + "/v1/topics/t/messages"))
          .POST(BodyPublishers.ofString(body))
          .build();

      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body()).contains("the most is 262144");
    }
  }

  @Test
  void keys_applyToEveryDialect() throws Exception {
    addKeys(key("root", Action.values()));
    try (Node node = start(Map.of())) {
      assertThat(status(node.address(), OFFLINE)).isEqualTo(401);
      assertThat(status(node.address(), OFFLINE, "Authorization", "Bearer root"))
          .isEqualTo(200);
    }
  }

  @Test
  void dialect_openToLoopback_needsNoKeyFromThere() throws Exception {
    addKeys(key("root", Action.values()));
    try (Node node = start(Map.of(Catalogue.CAMELLIA.openTo(), "loopback"))) {
      assertThat(status(node.address(), OFFLINE)).isEqualTo(200);
      assertThat(status(node.address(), OFFLINE, "Authorization", "Bearer wrong"))
          .isEqualTo(401);
      assertThat(status(node.address(), "/v1/info")).isEqualTo(401);
    }
  }

  @Test
  void dialect_openToOthers_needsAKeyFromHere() throws Exception {
    addKeys(key("root", Action.values()));
    try (Node node = start(Map.of(Catalogue.CAMELLIA.openTo(), "10.0.0.0/8,::1"))) {
      assertThat(status(node.address(), OFFLINE)).isEqualTo(401);
    }
  }

  @Test
  void dialect_openAsAKey_hasItsRightsOnly() throws Exception {
    Scope scope = new Scope(null, "mail.", Set.of(Action.PUT));
    addKeys(key("root", Action.values()), ApiKey.of("sender", "secret", scope));
    Map<Setting<?>, String> given =
        Map.of(Catalogue.CAMELLIA.openTo(), "loopback", Catalogue.CAMELLIA.openAs(), "sender");
    try (Node node = start(given)) {
      assertThat(post(node, "sendMsg?msg=x&delayMillis=0&topic=mail.eu")).isEqualTo(200);
      assertThat(post(node, "sendMsg?msg=x&delayMillis=0&topic=other")).isEqualTo(403);
      assertThat(post(node, "pullMsg?topic=mail.eu")).isEqualTo(401);
    }
  }

  private static int post(Node node, String call) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(
            URI.create(node.address() + "/camellia/delayQueue/" + call))
        .POST(BodyPublishers.noBody())
        .build();
    return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void dialect_openAsAKeyThatDoesNotExist_doesNotStart() throws Exception {
    addKeys(key("root", Action.values()));
    Map<Setting<?>, String> given =
        Map.of(Catalogue.CAMELLIA.openTo(), "loopback", Catalogue.CAMELLIA.openAs(), "sender");

    assertThatThrownBy(() -> start(given))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("dialects.camellia.open-as is sender")
        .hasMessageContaining("bide keys add sender");
  }

  @Test
  void addressOfOthers_withoutKeys_isRefusedAlsoIfADialectIsOpen() {
    Map<Setting<?>, String> given =
        Map.of(Catalogue.HOST, "0.0.0.0", Catalogue.CAMELLIA.openTo(), "loopback");

    assertThatThrownBy(() -> start(given))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("there are no API keys");
  }

  private static ApiKey key(String name, Action... actions) {
    return ApiKey.of(name, name, new Scope(null, "", Set.of(actions)));
  }
}
