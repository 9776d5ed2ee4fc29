package io.bide.server.rest;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.bide.dialect.rest.RestDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.StringNode;

/** The document that describes the wire, and whether requests and answers are as it says. */
final class OpenApi {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String LOCATION = "urn:bide:openapi";

  private final JsonNode document;
  private final SchemaRegistry registry;

  OpenApi() {
    String text = text();
    document = MAPPER.readTree(text);
    registry = SchemaRegistry.withDialect(
        Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(LOCATION, text)));
  }

  static String text() {
    try (InputStream in = RestDialect.class.getResourceAsStream("openapi.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode document() {
    return document;
  }

  /** All methods and paths, as routes are written. */
  Set<String> routes() {
    Set<String> routes = new TreeSet<>();
    document
        .at("/paths")
        .properties()
        .forEach(path -> path.getValue()
            .propertyNames()
            .forEach(method -> routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return routes;
  }

  /** The description of what a request asks for, and where it stands in the document. */
  record Operation(String pointer, JsonNode node) {}

  Optional<Operation> find(String method, URI uri) {
    String key = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
    Optional<Operation> found = Optional.empty();
    for (String template : document.at("/paths").propertyNames()) {
      JsonNode node = document.at("/paths").get(template).get(key);
      if (node != null && matches(template, uri.getRawPath()) && isBetter(template, found)) {
        found = Optional.of(new Operation("/paths/" + escape(template) + "/" + key, node));
      }
    }
    return found;
  }

  /** Fewer names in the path are better: a literal goes before a name. */
  private static boolean isBetter(String template, Optional<Operation> than) {
    return than.isEmpty() || names(template) < names(than.get().pointer());
  }

  private static long names(String template) {
    return template.chars().filter(c -> c == '{').count();
  }

  private static boolean matches(String template, String path) {
    String[] expected = template.split("/", -1);
    String[] actual = path.split("/", -1);
    boolean same = expected.length == actual.length;
    for (int i = 0; same && i < expected.length; i++) {
      same = expected[i].startsWith("{") ? !actual[i].isEmpty() : expected[i].equals(actual[i]);
    }
    return same;
  }

  /** What is wrong with a request that is meant to be valid. */
  List<String> problemsOfRequest(String method, URI uri, Set<String> headers, String body) {
    Optional<Operation> operation = find(method, uri);
    if (operation.isEmpty()) {
      return List.of(method + " " + uri + " is not declared");
    }
    List<String> problems = new ArrayList<>(problemsOfQuery(operation.get(), uri));
    JsonNode declared = operation.get().node().get("requestBody");
    if (!body.isEmpty() && declared == null && !method.equals("HEAD")) {
      problems.add("no request body is declared");
    } else if (!body.isEmpty()) {
      String pointer = operation.get().pointer() + "/requestBody/content/application~1json/schema";
      problems.addAll(problems(pointer, MAPPER.readTree(body)));
    } else if (declared != null && declared.get("required").asBoolean()) {
      problems.add("a request body is required");
    }
    Set<String> declaredHeaders = parameters(operation.get(), "header").keySet();
    headers.stream()
        .filter(header -> !declaredHeaders.contains(header))
        .forEach(header -> problems.add("header " + header + " is not declared"));
    return problems;
  }

  private List<String> problemsOfQuery(Operation operation, URI uri) {
    Map<String, String> declared = parameters(operation, "query");
    List<String> problems = new ArrayList<>();
    if (uri.getRawQuery() == null) {
      return problems;
    }
    for (String pair : uri.getRawQuery().split("&", -1)) {
      String name = pair.substring(0, pair.indexOf('='));
      String value =
          URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), StandardCharsets.UTF_8);
      if (!declared.containsKey(name)) {
        problems.add("query parameter " + name + " is not declared");
      } else {
        problems.addAll(problemsOfParameter(declared.get(name), value));
      }
    }
    return problems;
  }

  private List<String> problemsOfParameter(String pointer, String value) {
    List<String> asText = problems(pointer + "/schema", StringNode.valueOf(value));
    boolean literal = value.matches("-?[0-9]+|true|false");
    return literal ? best(asText, problems(pointer + "/schema", MAPPER.readTree(value))) : asText;
  }

  private static List<String> best(List<String> one, List<String> other) {
    return one.isEmpty() ? one : other;
  }

  /** Names of parameters, and where they stand in the document. */
  private Map<String, String> parameters(Operation operation, String in) {
    Map<String, String> found = new java.util.HashMap<>();
    JsonNode all = operation.node().path("parameters");
    for (int i = 0; i < all.size(); i++) {
      JsonNode reference = all.get(i).get("$ref");
      String pointer = reference == null
          ? operation.pointer() + "/parameters/" + i
          : reference.asString().substring(1);
      JsonNode parameter = document.at(pointer);
      if (parameter.get("in").asString().equals(in)) {
        found.put(parameter.get("name").asString(), pointer);
      }
    }
    return found;
  }

  /** What is wrong with an answer. */
  List<String> problemsOfAnswer(
      String method, URI uri, int status, String contentType, String body) {
    Optional<Operation> operation = find(method, uri);
    if (operation.isEmpty()) {
      return problemsOfProblem(status, contentType, body);
    }
    String pointer = operation.get().pointer() + "/responses/" + status;
    JsonNode declared = document.at(pointer);
    if (declared.isMissingNode()) {
      return List.of("status " + status + " is not declared");
    }
    if (declared.has("$ref")) {
      pointer = declared.get("$ref").asString().substring(1);
    }
    if (!document.at(pointer).get("content").has(contentType)) {
      return List.of("content type " + contentType + " is not declared");
    }
    return method.equals("HEAD")
        ? List.of()
        : problems(pointer + "/content/" + escape(contentType) + "/schema", MAPPER.readTree(body));
  }

  /** What is wrong with an answer that belongs to no route. */
  List<String> problemsOfProblem(int status, String contentType, String body) {
    if (status < 400 || status > 499 || !contentType.equals("application/problem+json")) {
      return List.of("not a problem of the caller: " + status + " " + contentType);
    }
    List<String> problems =
        new ArrayList<>(problems("/components/schemas/Problem", MAPPER.readTree(body)));
    if (problems.isEmpty() && MAPPER.readTree(body).get("status").asInt() != status) {
      problems.add("says another status than " + status);
    }
    return problems;
  }

  private List<String> problems(String pointer, JsonNode value) {
    Schema schema = registry.getSchema(SchemaLocation.of(LOCATION + "#" + pointer));
    return schema.validate(value).stream().map(Error::toString).toList();
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
