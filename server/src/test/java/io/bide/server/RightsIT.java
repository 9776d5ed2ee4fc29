package io.bide.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Receipt;
import io.bide.Topic;
import io.bide.dialect.Route;
import io.bide.server.auth.Action;
import io.bide.server.auth.ApiKey;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.Scope;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route, every method, every kind of caller. A route that is not listed here fails the test. */
class RightsIT {
  /** What a request needs to be let through. */
  private enum Need {
    NOTHING(EnumSet.allOf(Role.class)),
    ANY_KEY(EnumSet.complementOf(EnumSet.of(Role.NO_KEY, Role.WRONG_KEY))),
    ANY_KEY_OF_THE_TOPIC(EnumSet.of(Role.PUT, Role.CLAIM, Role.OPERATE, Role.ALL)),
    PUT(EnumSet.of(Role.PUT, Role.ALL)),
    CLAIM(EnumSet.of(Role.CLAIM, Role.ALL)),
    OPERATE(EnumSet.of(Role.OPERATE, Role.ALL)),
    PUT_AND_OPERATE(EnumSet.of(Role.ALL)),
    PUT_ANYWHERE(EnumSet.of(Role.PUT, Role.ALL, Role.OTHER_NAMESPACE, Role.OTHER_PREFIX)),
    CLAIM_ANYWHERE(EnumSet.of(Role.CLAIM, Role.ALL, Role.OTHER_NAMESPACE, Role.OTHER_PREFIX)),
    /** About no topic, or about those of the key only. */
    OPERATE_ANYWHERE(EnumSet.of(Role.OPERATE, Role.ALL, Role.OTHER_NAMESPACE, Role.OTHER_PREFIX));

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final Set<Role> enough;

    Need(Set<Role> enough) {
      this.enough = enough;
    }
  }

  private enum Role {
    NO_KEY(null),
    WRONG_KEY(null),
    PUT(new Scope(null, "", Set.of(Action.PUT))),
    CLAIM(new Scope(null, "", Set.of(Action.CLAIM))),
    OPERATE(new Scope("default", "ord", Set.of(Action.OPERATE))),
    OTHER_NAMESPACE(new Scope("elsewhere", "", Set.of(Action.values()))),
    OTHER_PREFIX(new Scope(null, "orders.eu", Set.of(Action.values()))),
    ALL(new Scope(null, "", Set.of(Action.values())));

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final @Nullable Scope scope;

    Role(@Nullable Scope scope) {
      this.scope = scope;
    }

    String secret() {
      return "secret-of-" + name();
    }
  }

  private record Try(Need need, String query, String body) {}

  private static final String RECEIPT =
      "{\"receipt\":\"" + new Receipt(Topic.of("orders"), 0, "m1", 1).encode() + "\"";

  private static final String JOB = "{\"topic\":\"orders\",\"id\":\"job\",\"delay\":1,\"ttr\":1}";

  private static Try needs(Need need) {
    return new Try(need, "", "");
  }

  private static Try needs(Need need, String query, String body) {
    return new Try(need, query, body);
  }

  /** Of a public address, so that nothing is looked up; due so late that it is never called. */
  private static final String SERVICE = "aHR0cHM6Ly85My4xODQuMjE2LjM0Lw";

  private static final String PUSH = "{\"url\":\"https://93.184.216.34/\",\"delay\":\"1h\"}";

  /** By route, without the form that names a namespace. */
  private static final Map<String, List<Try>> EXPECTED = Map.ofEntries(
      entry("GET /healthz", List.of(needs(Need.NOTHING))),
      entry("GET /readyz", List.of(needs(Need.NOTHING))),
      entry("GET /openapi.json", List.of(needs(Need.NOTHING))),
      entry("GET /metrics", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /v1/info", List.of(needs(Need.ANY_KEY))),
      entry("POST /v1/topics/{topic}/messages", List.of(needs(Need.PUT, "", "{\"body\":\"x\"}"))),
      entry("POST /v1/topics/{topic}/claims", List.of(needs(Need.CLAIM))),
      entry("POST /v1/claims", List.of(needs(Need.CLAIM, "", "{\"topics\":[\"orders\"]}"))),
      entry("DELETE /v1/claims/{ticket}", List.of(needs(Need.CLAIM_ANYWHERE))),
      entry("POST /v1/unclaims", List.of(needs(Need.CLAIM, "", RECEIPT + "}"))),
      entry("POST /v1/acks", List.of(needs(Need.CLAIM, "", RECEIPT + "}"))),
      entry("POST /v1/releases", List.of(needs(Need.CLAIM, "", RECEIPT + "}"))),
      entry("POST /v1/extensions", List.of(needs(Need.CLAIM, "", RECEIPT + ",\"lease\":1000}"))),
      entry("GET /v1/topics/{topic}/messages/{id}", List.of(needs(Need.ANY_KEY_OF_THE_TOPIC))),
      entry(
          "DELETE /v1/topics/{topic}/messages/{id}",
          List.of(needs(Need.PUT), needs(Need.PUT_AND_OPERATE, "?erase=true", ""))),
      entry(
          "PATCH /v1/topics/{topic}/messages/{id}",
          List.of(needs(Need.PUT, "", "{\"delay\":1000}"))),
      entry(
          "GET /v1/topics/{topic}/messages",
          List.of(needs(Need.OPERATE), needs(Need.ANY_KEY_OF_THE_TOPIC, "?id=m1", ""))),
      entry(
          "DELETE /v1/topics/{topic}/messages",
          List.of(
              needs(Need.PUT, "?id=m1", ""), needs(Need.PUT_AND_OPERATE, "?id=m1&erase=true", ""))),
      entry(
          "PATCH /v1/topics/{topic}/messages",
          List.of(needs(Need.PUT, "?id=m1", "{\"delay\":1000}"))),
      entry("GET /v1/topics", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /v1/topics/{topic}", List.of(needs(Need.OPERATE))),
      entry("PUT /v1/topics/{topic}", List.of(needs(Need.OPERATE, "", "{}"))),
      entry("DELETE /v1/topics/{topic}", List.of(needs(Need.OPERATE, "?confirm=orders", ""))),
      entry("POST /v1/topics/{topic}/pause", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/resume", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/redrive", List.of(needs(Need.OPERATE))),
      entry("POST /v1/push", List.of(needs(Need.PUT, "", PUSH))),
      entry("GET /v1/subscriptions", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /v1/topics/{topic}/subscription", List.of(needs(Need.OPERATE))),
      entry(
          "PUT /v1/topics/{topic}/subscription",
          List.of(needs(Need.OPERATE, "", "{\"service\":\"none\"}"))),
      entry("DELETE /v1/topics/{topic}/subscription", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/subscription/test", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/subscription/enable", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/subscription/disable", List.of(needs(Need.OPERATE))),
      entry("POST /v1/topics/{topic}/subscription/rotate", List.of(needs(Need.OPERATE))),
      entry(
          "POST /v3/queue/{key}/{method}/{service}",
          List.of(needs(Need.PUT, "?ontime=4102444800", "{}"))),
      entry("DELETE /v3/queue/{key}/{method}/{service}", List.of(needs(Need.PUT))),
      entry("ANY /v3/queue/{key}/{method}", List.of(needs(Need.PUT_ANYWHERE))),
      entry("ANY /v3/queue/{key}", List.of(needs(Need.PUT_ANYWHERE))),
      entry("ANY /v3/queue", List.of(needs(Need.PUT_ANYWHERE))),
      entry(
          "POST /camellia/delayQueue/sendMsg",
          List.of(needs(Need.PUT, "?topic=orders&msg=x&delayMillis=0", ""))),
      entry("POST /camellia/delayQueue/pullMsg", List.of(needs(Need.CLAIM, "?topic=orders", ""))),
      entry(
          "POST /camellia/delayQueue/longPollingMsg",
          List.of(needs(Need.CLAIM, "?topic=orders&longPollingTimeoutMillis=1", ""))),
      entry(
          "POST /camellia/delayQueue/ackMsg",
          List.of(needs(Need.CLAIM, "?topic=orders&msgId=m1&ack=true", ""))),
      entry(
          "POST /camellia/delayQueue/getMsg",
          List.of(needs(Need.ANY_KEY_OF_THE_TOPIC, "?topic=orders&msgId=m1", ""))),
      entry(
          "POST /camellia/delayQueue/deleteMsg",
          List.of(
              needs(Need.PUT, "?topic=orders&msgId=m1", ""),
              needs(Need.PUT_AND_OPERATE, "?topic=orders&msgId=m1&release=true", ""))),
      entry(
          "GET /camellia/delayQueue/getTopicInfo",
          List.of(needs(Need.OPERATE, "?topic=orders", ""))),
      entry("GET /camellia/delayQueue/getTopicInfoList", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /camellia/delayQueue/getMonitorData", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /camellia/delayQueue/getMonitorString", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry(
          "POST /job/add",
          List.of(needs(
              Need.PUT_ANYWHERE, "", "{\"taskId\":\"1\",\"taskType\":\"t\",\"appName\":\"a\"}"))),
      entry("GET /task/type/list", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("GET /discovery/service_info", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("ANY /camellia/health/check", List.of(needs(Need.NOTHING))),
      entry("ANY /camellia/health/offline", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("ANY /camellia/health/online", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("ANY /camellia/health/status", List.of(needs(Need.NOTHING))),
      entry("POST /v1/imports", List.of(needs(Need.OPERATE_ANYWHERE, "", "{}"))),
      entry("GET /v1/imports/{id}", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("DELETE /v1/imports/{id}", List.of(needs(Need.OPERATE_ANYWHERE))),
      entry("ANY /push", List.of(needs(Need.PUT, "", JOB))),
      entry("ANY /pop", List.of(needs(Need.CLAIM, "", "{\"topic\":\"orders\"}"))),
      entry("ANY /finish", List.of(needs(Need.CLAIM_ANYWHERE, "", "{\"id\":\"unknown\"}"))),
      entry("ANY /delete", List.of(needs(Need.PUT_ANYWHERE, "", "{\"id\":\"unknown\"}"))),
      entry("ANY /get", List.of(needs(Need.ANY_KEY, "", "{\"id\":\"unknown\"}"))));

  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  @TempDir
  static Path directory;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Node node;

  @BeforeAll
  static void start() throws IOException {
    new KeyFile(directory.resolve("auth.keys"))
        .change(none -> Arrays.stream(Role.values())
            .filter(role -> role.scope != null)
            .map(role -> ApiKey.of(role.name(), role.secret(), role.scope))
            .toList());
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    layer.set(Catalogue.OUQIANG_POP_WAIT, "10ms", "test");
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Stream<Route> routes() {
    return node.dialects().stream().flatMap(dialect -> dialect.routes().stream());
  }

  private static String shortForm(String route) {
    return route.replace("/namespaces/{namespace}", "");
  }

  @Test
  void routes_areAllListedHere() {
    assertThat(routes().map(route -> shortForm(route.toString())).distinct())
        .containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
  }

  @Test
  void requests_ofEveryRoleToEveryRouteByEveryMethod_areLetThroughAsExpected() throws Exception {
    Set<String> declared = Set.copyOf(routes().map(Route::toString).toList());
    SoftAssertions softly = new SoftAssertions();
    for (String path : routes().map(Route::path).distinct().toList()) {
      for (String method : METHODS) {
        String one = (method.equals("HEAD") ? "GET" : method) + " " + path;
        String asked = declared.contains("ANY " + path) ? "ANY " + path : one;
        boolean there = declared.contains(asked);
        List<Try> tries = there ? EXPECTED.get(shortForm(asked)) : List.of(needs(Need.NOTHING));
        for (Try request : tries) {
          for (Role role : Role.values()) {
            int status = send(method, path, request, role);
            softly
                .assertThat(outcome(status, there))
                .as(method + " " + path + request.query() + " by " + role + ": " + status)
                .isEqualTo(expected(there, request.need(), role));
          }
        }
      }
    }
    softly.assertAll();
  }

  private static String expected(boolean declared, Need need, Role role) {
    if (!declared) {
      return "no such method";
    }
    if (need.enough.contains(role)) {
      return "let through";
    }
    return role == Role.NO_KEY || role == Role.WRONG_KEY ? "unauthorized" : "forbidden";
  }

  private static String outcome(int status, boolean declared) {
    return switch (status) {
      case 401 -> "unauthorized";
      case 403 -> "forbidden";
      case 405 -> "no such method";
      default -> status < 500 && declared ? "let through" : "status " + status;
    };
  }

  private static int send(String method, String path, Try request, Role role) throws Exception {
    String filled = path.replace("{namespace}", "default")
        .replace("{topic}", "orders")
        .replace("{id}", "m1")
        .replace("{ticket}", "none")
        .replace("{key}", "k")
        .replace("{method}", "POST")
        .replace("{service}", SERVICE);
    HttpRequest.Builder builder = HttpRequest.newBuilder(
            URI.create(node.address() + filled + request.query()))
        .method(method, BodyPublishers.ofString(request.body()));
    if (role != Role.NO_KEY) {
      builder.header("Authorization", "Bearer " + role.secret());
    }
    return CLIENT.send(builder.build(), BodyHandlers.discarding()).statusCode();
  }
}
