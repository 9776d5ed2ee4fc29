package io.bide.dialect.rest;

import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters in the query of a request, of which only known ones are taken, each once. */
final class Params {
  private final MultiMap query;

  private Params(MultiMap query) {
    this.query = query;
  }

  /** Reads the query of a request that takes these parameters. */
  static Params of(Call call, List<String> known) {
    if (call.request().query() == null) {
      return new Params(MultiMap.caseInsensitiveMultiMap());
    }
    MultiMap query = call.query();
    for (Map.Entry<String, String> entry : query) {
      String name = entry.getKey();
      if (!known.contains(name)) {
        throw wrong(
            name,
            "is not a parameter of this request; "
                + (known.isEmpty() ? "there are none" : "there are " + String.join(", ", known)));
      }
      if (query.getAll(name).size() > 1) {
        throw wrong(name, "is given twice; give it once");
      }
    }
    return new Params(query);
  }

  /** For a request that takes no parameters. */
  static void none(Call call) {
    if (call.request().query() != null) {
      Params.of(call, List.of());
    }
  }

  boolean has(String name) {
    return query.contains(name);
  }

  @Nullable
  String text(String name) {
    return query.get(name);
  }

  boolean flag(String name) {
    String value = query.get(name);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (!value.equals("true")) {
      throw wrong(name, "must be true or false");
    }
    return true;
  }

  int integer(String name, int otherwise) {
    String value = query.get(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw wrong(name, "must be a whole number");
    }
  }

  @Nullable
  Instant time(String name) {
    String value = query.get(name);
    if (value == null) {
      return null;
    }
    try {
      return isDigits(value) ? Instant.ofEpochMilli(Long.parseLong(value)) : Times.time(value);
    } catch (IllegalArgumentException e) {
      throw wrong(
          name,
          "must be a time: epoch milliseconds, or text with an offset such as 2030-01-31T12:00:00Z");
    }
  }

  private static boolean isDigits(String value) {
    return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
    String value = query.get(name);
    try {
      return value == null ? null : Words.parse(type, value);
    } catch (IllegalArgumentException e) {
      throw wrong(name, String.valueOf(e.getMessage()));
    }
  }

  static Refusal wrong(String name, String problem) {
    return new Refusal(
        400, "invalid", name, "the query parameter " + name + " " + problem, Map.of());
  }
}
