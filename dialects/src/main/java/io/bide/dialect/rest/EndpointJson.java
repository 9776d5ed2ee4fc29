package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.PushHeaders;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields {@code url}, {@code method} and {@code headers}; or {@code service}, {@code type} and {@code
 * path} in place of the URL.
 */
final class EndpointJson {
  private static final String DEFAULT_METHOD = "POST";

  private @Nullable String url;
  private @Nullable String service;
  private @Nullable String type;
  private @Nullable String path;
  private String method = DEFAULT_METHOD;
  private Map<String, String> headers = Map.of();

  boolean read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "url" -> url = in.text();
      case "service" -> service = in.text();
      case "type" -> type = in.text();
      case "path" -> path = in.text();
      case "method" -> method = in.text();
      case "headers" -> headers = in.texts();
      default -> {
        return false;
      }
    }
    return true;
  }

  Endpoint build() {
    if (url != null && service != null) {
      throw BideException.invalid("service", "and url are both given; give one of them");
    }
    if (service != null) {
      return new Endpoint.Service(method, service, type, path == null ? "/" : path);
    }
    if (type != null || path != null) {
      throw BideException.invalid(
          type != null ? "type" : "path", "is only for a service; a url says all by itself");
    }
    if (url == null) {
      throw BideException.invalid("url", "is missing; say where to push to");
    }
    return Endpoint.Url.parse(method, url);
  }

  PushHeaders buildHeaders() {
    return new PushHeaders(headers);
  }

  static void write(JsonOut out, Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Url url) {
      out.field("url", url.url().toString());
    } else if (endpoint instanceof Endpoint.Service service) {
      out.field("service", service.service());
      out.optional("type", service.type()).field("path", service.path());
    }
    out.field("method", endpoint.method());
  }
}
