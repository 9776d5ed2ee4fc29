package io.bide.dialect.brick;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Due;
import io.bide.Endpoint;
import io.bide.PushHeaders;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.Topic;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as a client adds it.
 *
 * @param due when, in epoch milliseconds
 * @param body as it came; the application gets it so
 */
record Job(String id, String type, String application, long due, Body body) {
  private static final Topic ANY = Topic.of("push");
  private static final String CONTENT_TYPE = "application/json;charset=UTF-8";
  private static final long LATEST = 253_402_300_799_999L;

  static Job read(Buffer body) {
    JsonObject json = parse(body);
    String id = text(json, "taskId");
    if (id == null) {
      throw Failures.bad("任务id不能为空");
    }
    String type = text(json, "taskType");
    if (type == null) {
      throw Failures.bad("任务类型不能为空");
    }
    String application = text(json, "appName");
    if (application == null) {
      throw Failures.bad("appName is missing: say which application the task is for");
    }
    return new Job(
        id,
        type,
        application,
        due(json.getValue("delayTime")),
        Body.of(body.getBytes(), CONTENT_TYPE));
  }

  private static JsonObject parse(Buffer body) {
    try {
      return new JsonObject(body);
    } catch (DecodeException | ClassCastException e) {
      throw Failures.bad("the body is not a JSON object; send {\"taskId\":…,\"taskType\":…}");
    }
  }

  private static @Nullable String text(JsonObject json, String name) {
    Object value = json.getValue(name);
    if (value == null || value.toString().isBlank()) {
      return null;
    }
    if (!(value instanceof String) && !(value instanceof Number)) {
      throw Failures.bad(name + " must be text");
    }
    return value.toString();
  }

  private static long due(@Nullable Object time) {
    if (time == null) {
      return 0;
    }
    try {
      long millis = Long.parseLong(time.toString());
      if (millis <= LATEST) {
        return Math.max(0, millis);
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw Failures.bad("delayTime must be a time in epoch milliseconds");
  }

  /**
   * Any instance of the application that handles the type.
   *
   * @throws BideException when the names cannot be
   */
  Endpoint endpoint() {
    return new Endpoint.Service("POST", application, type, BrickDialect.WORK);
  }

  Put put() {
    return Put.to(ANY)
        .id(id)
        .body(body)
        .due(Due.at(Instant.ofEpochMilli(due)))
        .mode(PutMode.REPLACE)
        .build()
        .pushedTo(endpoint(), PushHeaders.NONE);
  }
}
