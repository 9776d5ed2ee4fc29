package io.bide.client;

import org.jspecify.annotations.Nullable;

/** One request of HTTP, to whichever server. */
final class Request {
  private final String method;
  private final String path;
  private final byte @Nullable [] body;
  private final boolean repeatable;

  /**
   * A request.
   *
   * @param path with its query, encoded
   * @param body JSON; absent if there is nothing to say
   * @param repeatable whether sending it again does no harm when nobody can tell if it happened
   */
  Request(String method, String path, byte @Nullable [] body, boolean repeatable) {
    this.method = method;
    this.path = path;
    this.body = body;
    this.repeatable = repeatable;
  }

  static Request get(String path) {
    return new Request("GET", path, null, true);
  }

  /** Something that is the same whether it is done once or twice. */
  static Request repeatable(String method, String path, byte @Nullable [] body) {
    return new Request(method, path, body, true);
  }

  /** Something that may only be sent again when it certainly did not happen. */
  static Request once(String method, String path, byte @Nullable [] body) {
    return new Request(method, path, body, false);
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  byte @Nullable [] body() {
    return body;
  }

  boolean repeatable() {
    return repeatable;
  }
}
