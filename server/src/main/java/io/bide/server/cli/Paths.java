package io.bide.server.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The addresses of topics and messages within a server, for one namespace. */
final class Paths {
  private final String namespace;
  private final CommandSpec command;

  Paths(String namespace, CommandSpec command) {
    this.namespace = namespace;
    this.command = command;
  }

  String namespace() {
    return namespace;
  }

  String topics() {
    return base() + "/topics";
  }

  String topic(String name) {
    return topics() + "/" + segment("TOPIC", name);
  }

  String messages(String topic) {
    return topic(topic) + "/messages";
  }

  /** By parameter, not as a segment: an id may hold slashes, and what is on the way may not like them. */
  String message(String topic, String id) {
    return messages(topic) + "?id=" + segment("ID", id);
  }

  String claims() {
    return base() + "/claims";
  }

  String push() {
    return base() + "/push";
  }

  String subscriptions() {
    return base() + "/subscriptions";
  }

  String subscription(String topic) {
    return topic(topic) + "/subscription";
  }

  private String base() {
    return namespace.equals(ServerOptions.DEFAULT_NAMESPACE)
        ? "/v1"
        : "/v1/namespaces/" + segment("--namespace", namespace);
  }

  private String segment(String what, String value) {
    if (value.isEmpty()) {
      throw new ParameterException(command.commandLine(), what + " is empty");
    }
    return encoded(value);
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Collects the parameters of a query; those without a value are left out. */
  static final class Query {
    private final List<String> parts = new ArrayList<>();

    Query with(String name, @Nullable Object value) {
      if (value != null) {
        parts.add(name + "=" + encoded(value.toString()));
      }
      return this;
    }

    String after(String path) {
      if (parts.isEmpty()) {
        return path;
      }
      return path + (path.contains("?") ? "&" : "?") + String.join("&", parts);
    }
  }
}
