package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;

/**
 * Backoffs in one word:
 *
 * <pre>
 * immediate
 * fixed:30s
 * exponential:1s,10m         doubling from the first to the second
 * exponential:1s,10m,0.2     the same, with jitter
 * 2m,10m,10m,1h              one after each attempt
 * </pre>
 */
final class Backoffs {
  static final String FORMS = "immediate, fixed:30s, exponential:1s,10m (and jitter: ,0.2), or a"
      + " schedule such as 2m,10m,1h";
  private static final String FIXED = "fixed:";
  private static final String EXPONENTIAL = "exponential:";

  private Backoffs() {}

  /**
   * As the wire wants it.
   *
   * @throws IllegalArgumentException saying what may be written
   */
  static Object json(String text) {
    if (text.startsWith(FIXED)) {
      return new JsonObject().put("fixed", Durations.json(text.substring(FIXED.length())));
    }
    if (!text.startsWith(EXPONENTIAL)) {
      return text;
    }
    String[] parts = text.substring(EXPONENTIAL.length()).split(",", -1);
    if (parts.length != 2 && parts.length != 3) {
      throw new IllegalArgumentException("'" + text + "' is no backoff; write " + FORMS);
    }
    JsonObject exponential = new JsonObject()
        .put("initial", Durations.json(parts[0]))
        .put("max", Durations.json(parts[1]));
    if (parts.length == 3) {
      exponential.put("jitter", number(parts[2]));
    }
    return new JsonObject().put("exponential", exponential);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the jitter '" + text + "' is no number", e);
    }
  }

  /** What {@link #json} would read again. */
  static String text(Object json) {
    if (!(json instanceof JsonObject backoff)) {
      return json.toString();
    }
    if (backoff.containsKey("fixed")) {
      return FIXED + Durations.exact(backoff.getLong("fixed"));
    }
    if (backoff.containsKey("schedule")) {
      return backoff.getJsonArray("schedule", new JsonArray()).stream()
          .map(delay -> Durations.exact(((Number) delay).longValue()))
          .collect(Collectors.joining(","));
    }
    JsonObject exponential = backoff.getJsonObject("exponential");
    Object jitter = exponential.getValue("jitter");
    return EXPONENTIAL
        + Durations.exact(exponential.getLong("initial"))
        + ","
        + Durations.exact(exponential.getLong("max"))
        + (jitter == null ? "" : "," + jitter);
  }
}
