package io.bide.client;

import io.bide.Topic;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where things are at a server. */
final class Paths {
  static final String INFO = "/v1/info";
  static final String TOPICS = "/v1/topics";

  private Paths() {}

  static String topic(Topic topic) {
    return root(topic.namespace()) + "/topics/" + encode(topic.name());
  }

  static String messages(Topic topic) {
    return topic(topic) + "/messages";
  }

  /** The message of an id, in a form that takes every id. */
  static String message(Topic topic, String id) {
    return messages(topic) + "?id=" + encode(id);
  }

  /** Claims of topics of one namespace. */
  static String claims(String namespace) {
    return root(namespace) + "/claims";
  }

  static String ticket(String ticket) {
    return "/v1/claims/" + encode(ticket);
  }

  private static String root(String namespace) {
    return namespace.equals(Topic.DEFAULT_NAMESPACE)
        ? "/v1"
        : "/v1/namespaces/" + encode(namespace);
  }

  /** Text as one segment of a path, or as a value in a query. */
  static String encode(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    // These two mean something in a path, and are not escaped otherwise.
    return encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
  }
}
