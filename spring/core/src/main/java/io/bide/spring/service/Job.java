package io.bide.spring.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as scheduler and application send it to each other:
 *
 * <pre>{"taskId": "…", "taskType": "…", "delayTime": epoch milliseconds, "params": "…", "appName": "…"}</pre>
 */
record Job(String id, String type, long due, String params, String application) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Reads a job; what else is in it is passed over.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  static Job read(byte[] json) {
    Map<String, String> fields = fields(json);
    return new Job(
        required(fields, "taskId"),
        required(fields, "taskType"),
        due(fields.get("delayTime")),
        fields.getOrDefault("params", ""),
        fields.getOrDefault("appName", ""));
  }

  byte[] json() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("taskId", id);
      json.writeStringField("taskType", type);
      json.writeNumberField("delayTime", due);
      json.writeStringField("params", params);
      json.writeStringField("appName", application);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private static Map<String, String> fields(byte[] json) {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("the body is not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
          fields.put(name, parser.getText());
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the body is not a JSON object", e);
    }
    return fields;
  }

  private static String required(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static long due(@Nullable String text) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("delayTime is not a number of epoch milliseconds", e);
    }
  }
}
