package io.bide.server.http;

import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.bide.dialect.Route;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request: a tree of path segments, where a literal segment goes before one that
 * stands for any. Paths without any such segment are found at once. Unchangeable once it is built.
 */
final class Router {
  private static final String[] NO_VALUES = {};

  private final Node root = new Node();
  private final Map<String, Node> literalPaths = new HashMap<>();
  private final Map<String, Dialect> grounds = new LinkedHashMap<>();
  private final Dialect fallback;

  /**
   * A route and the dialect it belongs to.
   *
   * @param label the route as it is told to {@link Front.Log}, made once and not for every request
   */
  record Entry(Dialect dialect, Route route, List<String> names, String label) {}

  /**
   * What was found.
   *
   * @param entry absent when there is none
   * @param dialect the one that answers, also when there is no route
   * @param values what stands in place of the names of the entry, in their order
   * @param refusal why there is none
   */
  record Match(
      Dialect dialect,
      @Nullable Entry entry,
      List<String> values,
      @Nullable Refusal refusal) {
    /** What stands in place of a name of the route. */
    String value(String name) {
      int index = entry == null ? -1 : entry.names().indexOf(name);
      if (index < 0) {
        throw new IllegalArgumentException("the route has no {" + name + "}");
      }
      return values.get(index);
    }
  }

  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private @Nullable Node any;
    private final Map<HttpMethod, Entry> entries = new LinkedHashMap<>();
    private @Nullable Entry everyMethod;

    private @Nullable Entry entry(HttpMethod method) {
      Entry entry = entries.get(method);
      if (entry == null && method.equals(HttpMethod.HEAD)) {
        entry = entries.get(HttpMethod.GET);
      }
      return entry == null ? everyMethod : entry;
    }

    private @Nullable Entry add(Entry entry) {
      HttpMethod method = entry.route().method();
      Entry other = method == null ? everyMethod : entries.put(method, entry);
      everyMethod = method == null ? entry : everyMethod;
      return other;
    }

    private boolean isEmpty() {
      return entries.isEmpty() && everyMethod == null;
    }
  }

  /**
   * A tree of all routes.
   *
   * @param dialects the first of them answers what belongs to none
   */
  Router(List<Dialect> dialects) {
    this.fallback = dialects.get(0);
    for (Dialect dialect : dialects) {
      dialect.routes().forEach(route -> add(dialect, route));
      dialect.grounds().forEach(ground -> grounds.put(ground, dialect));
    }
  }

  private void add(Dialect dialect, Route route) {
    Node node = root;
    List<String> names = new ArrayList<>();
    for (String segment : segments(route.path())) {
      if (segment.startsWith("{")) {
        names.add(segment.substring(1, segment.length() - 1));
        node.any = node.any == null ? new Node() : node.any;
        node = node.any;
      } else {
        node = node.literals.computeIfAbsent(segment, s -> new Node());
      }
    }
    if (names.isEmpty()) {
      literalPaths.put(route.path(), node);
    }
    Entry other = node.add(new Entry(dialect, route, List.copyOf(names), route.toString()));
    if (other != null) {
      throw new IllegalStateException(route + " of " + dialect.name() + " is also a route of "
          + other.dialect().name());
    }
  }

  Match find(HttpMethod method, @Nullable String path) {
    if (path == null || !path.startsWith("/")) {
      return none(new Refusal(404, "no-such-route", "the path must begin with a slash"));
    }
    Node literal = literalPaths.get(path);
    if (literal != null) {
      return match(literal, method, path, NO_VALUES);
    }
    List<String> segments = segments(path);
    String[] any = new String[segments.size()];
    Node node = find(root, segments, 0, any, 0);
    return node == null ? notFound(path) : match(node, method, path, any);
  }

  private static @Nullable Node find(
      Node node, List<String> segments, int at, String[] any, int found) {
    if (at == segments.size()) {
      return node.isEmpty() ? null : node;
    }
    Node literal = node.literals.get(segments.get(at));
    Node end = literal == null ? null : find(literal, segments, at + 1, any, found);
    if (end == null && node.any != null && !segments.get(at).isEmpty()) {
      end = find(node.any, segments, at + 1, any, found + 1);
      any[found] = segments.get(at);
    }
    return end;
  }

  private static Match match(Node node, HttpMethod method, String path, String[] any) {
    Entry entry = node.entry(method);
    return entry == null ? notAllowed(method, path, node) : decoded(entry, any);
  }

  private static Match decoded(Entry entry, String[] any) {
    try {
      for (int i = 0; i < entry.names().size(); i++) {
        any[i] = Percent.decodeSegment(any[i]);
      }
    } catch (IllegalArgumentException e) {
      Refusal refusal = new Refusal(400, "invalid", "the path " + e.getMessage());
      return new Match(entry.dialect(), null, List.of(), refusal);
    }
    return new Match(entry.dialect(), entry, Arrays.asList(any), null);
  }

  private Match notFound(String path) {
    String why = "there is nothing at " + path + "; see /openapi.json for what there is";
    return new Match(ownerOf(path), null, List.of(), new Refusal(404, "no-such-route", why));
  }

  private Dialect ownerOf(String path) {
    for (Map.Entry<String, Dialect> ground : grounds.entrySet()) {
      String begin = ground.getKey();
      if (path.startsWith(begin)
          && (path.length() == begin.length() || path.charAt(begin.length()) == '/')) {
        return ground.getValue();
      }
    }
    return fallback;
  }

  /** For what has no route, nor a path. */
  Match none(Refusal why) {
    return new Match(fallback, null, List.of(), why);
  }

  private static Match notAllowed(HttpMethod method, String path, Node node) {
    String allowed = node.entries.keySet().stream()
        .map(each -> each.equals(HttpMethod.GET) ? "GET, HEAD" : each.name())
        .collect(Collectors.joining(", "));
    Dialect dialect = node.entries.values().iterator().next().dialect();
    String why = path + " does not take " + method.name() + "; use " + allowed;
    Refusal refusal = new Refusal(405, "method-not-allowed", null, why, Map.of("Allow", allowed));
    return new Match(dialect, null, List.of(), refusal);
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(8);
    int start = 1;
    for (int end = path.indexOf('/', start); end >= 0; end = path.indexOf('/', start)) {
      segments.add(path.substring(start, end));
      start = end + 1;
    }
    segments.add(path.substring(start));
    return segments;
  }
}
