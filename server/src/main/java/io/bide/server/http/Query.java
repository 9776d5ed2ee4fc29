package io.bide.server.http;

import io.bide.dialect.Refusal;
import io.vertx.core.MultiMap;
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
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        parameters.add(Percent.decodeParameter(name), Percent.decodeParameter(value));
      }
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "invalid", "the query " + e.getMessage());
    }
    return parameters;
  }
}
