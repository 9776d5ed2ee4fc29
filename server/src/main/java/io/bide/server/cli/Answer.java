package io.bide.server.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What a server said.
 *
 * @param text word for word
 */
record Answer(int status, String text) {
  boolean accepted() {
    return status >= 200 && status < 300;
  }

  JsonObject json() {
    try {
      return new JsonObject(text);
    } catch (DecodeException e) {
      throw Failure.refused(
          "what answered (status " + status + ") does not speak like a Bide server",
          "Check --url or $BIDE_URL.",
          this);
    }
  }

  List<JsonObject> list(String name) {
    return objects(json().getJsonArray(name, new JsonArray()));
  }

  static List<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast).toList();
  }
}
