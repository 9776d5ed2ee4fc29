package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.dialect.Route;
import io.bide.dialect.rest.Info;
import io.bide.dialect.rest.RestDialect;
import io.bide.server.push.NoSubscriptions;
import io.bide.server.transfer.ImportDialect;
import io.bide.server.transfer.Imports;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The document says what the dialect does, in both forms, and its check finds what is wrong. */
class OpenApiTest {
  private static final String IN_NAMESPACE = "/v1/namespaces/{namespace}";
  private static final URI MESSAGES = URI.create("http://h/v1/topics/a/messages");

  private final OpenApi openApi = new OpenApi();
  private final RestDialect dialect = new RestDialect(
      32,
      1000,
      1000,
      () -> new Info("", "", "", Instant.EPOCH, Map.of(), List.of()),
      new NoSubscriptions());

  /** Those of imports are served beside it, and belong to the same protocol. */
  private List<Route> routes() {
    Imports none = new Imports(
        (from, queue) -> {
          throw new AssertionError("nothing is imported");
        },
        1,
        new MemoryStore(new ManualClock()).records(),
        new ManualClock());
    return Stream.concat(
            dialect.routes().stream(), new ImportDialect(none, dialect::fail).routes().stream())
        .toList();
  }

  @Test
  void document_hasEveryRouteAndNoOther() {
    Set<String> routes = new TreeSet<>();
    routes().forEach(route -> routes.add(route.toString()));

    assertThat(openApi.routes()).isEqualTo(routes);
  }

  @Test
  void document_namesTheRightOfEveryRoute() {
    for (Route route : routes()) {
      JsonNode operation = operation(route.path(), route.method().name());
      assertThat(operation.get("x-right").asString())
          .as(route.toString())
          .isEqualTo(route.right().name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void document_saysTheSameOfANamespaceAsOfTheDefaultOne() {
    JsonNode paths = openApi.document().get("paths");
    for (String path : paths.propertyNames()) {
      if (path.startsWith(IN_NAMESPACE)) {
        JsonNode scoped = paths.get(path).deepCopy();
        scoped.forEach(operation -> {
          ObjectNode node = (ObjectNode) operation;
          String id = node.get("operationId").asString();
          node.put("operationId", id.replace("InNamespace", ""));
          ArrayNode parameters = (ArrayNode) node.get("parameters");
          assertThat(parameters.remove(0).toString()).contains("parameters/namespace");
          if (parameters.isEmpty()) {
            node.remove("parameters");
          }
        });
        assertThat(scoped).isEqualTo(paths.get("/v1" + path.substring(IN_NAMESPACE.length())));
      }
    }
  }

  @Test
  void document_hasWhatItRefersTo() {
    openApi
        .document()
        .findValues("$ref")
        .forEach(reference -> assertThat(
                openApi.document().at(reference.asString().substring(1)).isMissingNode())
            .as(reference.asString())
            .isFalse());
  }

  @Test
  void document_allowsNoFieldsThatItDoesNotName() {
    JsonNode schemas = openApi.document().at("/components/schemas");
    for (String name : schemas.propertyNames()) {
      boolean hasFields = schemas.get(name).has("properties");
      assertThat(!hasFields || !schemas.get(name).get("additionalProperties").asBoolean(true))
          .as(name)
          .isTrue();
    }
  }

  private JsonNode operation(String path, String method) {
    return openApi.document().get("paths").get(path).get(method.toLowerCase(Locale.ROOT));
  }

  private List<String> request(String method, URI uri, String body) {
    return openApi.problemsOfRequest(method, uri, Set.of(), body);
  }

  @Test
  void check_ofRequests_findsWhatIsNotDeclared() {
    assertThat(request("POST", MESSAGES, "{\"id\":\"a\",\"delay\":\"5s\"}")).isEmpty();
    assertThat(request("POST", MESSAGES, "{\"idd\":\"a\"}")).isNotEmpty();
    assertThat(request("POST", MESSAGES, "[{\"id\":\"a\"},{\"lease\":true}]")).isNotEmpty();
    assertThat(request("POST", MESSAGES, "")).isNotEmpty();
    assertThat(request("PUT", MESSAGES, "{}")).isNotEmpty();
    assertThat(request("GET", URI.create("http://h/v1/topics?limits=5"), "")).isNotEmpty();
    assertThat(request("GET", URI.create("http://h/v1/topics?limit=x"), "")).isNotEmpty();
    assertThat(request("GET", URI.create("http://h/v1/topics?limit=5"), "")).isEmpty();
    assertThat(request("GET", URI.create("http://h/v1/topics"), "{}")).isNotEmpty();
    assertThat(openApi.problemsOfRequest("POST", MESSAGES, Set.of("X-Other"), "{}"))
        .isNotEmpty();
  }

  private List<String> answer(int status, String type, String body) {
    return openApi.problemsOfAnswer("POST", MESSAGES, status, type, body);
  }

  @Test
  void check_ofAnswers_findsWhatIsNotDeclared() {
    String stored = "{\"status\":\"stored\",\"id\":\"a\",\"topic\":\"t\",\"created\":1,\"due\":1}";

    assertThat(answer(201, "application/json", stored)).isEmpty();
    assertThat(answer(202, "application/json", stored)).isNotEmpty();
    assertThat(answer(201, "text/plain", stored)).isNotEmpty();
    assertThat(answer(201, "application/json", stored.replace("due", "dew"))).isNotEmpty();
    assertThat(answer(201, "application/json", stored.replace("}", ",\"x\":1}")))
        .isNotEmpty();
    assertThat(answer(201, "application/json", stored.replace(":1", ":\"1\""))).isNotEmpty();
    assertThat(answer(400, "application/problem+json", "{\"status\":400}")).isNotEmpty();
  }
}
