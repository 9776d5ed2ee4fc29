package io.bide.server.http;

import io.bide.dialect.Refusal;
import io.vertx.core.MultiMap;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The part of a URL after the question mark. */
final class Query {
  private Query() {}

  static MultiMap parse(@Nullable String query) {
    MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    try {
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        parameters.add(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "invalid", "the query is not in percent-encoding: " + e.getMessage());
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
