package io.bide.server.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bide.dialect.Refusal;
import io.bide.imports.ImportPlan;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what to import. */
final class ImportJson {
  private static final Map<String, Kind> FIELDS = Map.of(
      "from", Kind.TEXT,
      "redis", Kind.TEXT,
      "namespace", Kind.TEXT,
      "bucketName", Kind.TEXT,
      "queueName", Kind.TEXT,
      "dryRun", Kind.FLAG,
      "keep", Kind.FLAG);

  private static final JsonFactory JSON = new JsonFactory();

  private final Map<String, Object> values = new HashMap<>();

  private enum Kind {
    TEXT,
    FLAG
  }

  private ImportJson() {}

  static ImportPlan plan(Buffer body) {
    ImportJson json = new ImportJson();
    try (JsonParser parser = JSON.createParser(body.getBytes())) {
      json.read(parser);
    } catch (IOException e) {
      throw noObject();
    }
    return json.plan();
  }

  private static Refusal noObject() {
    return new Refusal(400, "invalid", "the body is no JSON object; send {\"from\":…,\"redis\":…}");
  }

  private void read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw noObject();
    }
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      if (values.put(name, value(name, parser)) != null) {
        throw wrong(name, "is given twice; give it once");
      }
    }
    if (parser.nextToken() != null) {
      throw noObject();
    }
  }

  private static Object value(String name, JsonParser parser) throws IOException {
    Kind kind = FIELDS.get(name);
    if (kind == null) {
      throw wrong(name, "is not a field of this request; remove it");
    }
    JsonToken token = parser.nextToken();
    if (kind == Kind.TEXT) {
      if (token != JsonToken.VALUE_STRING) {
        throw wrong(name, "must be text");
      }
      return parser.getText();
    }
    if (token == null || !token.isBoolean()) {
      throw wrong(name, "must be true or false");
    }
    return parser.getBooleanValue();
  }

  private ImportPlan plan() {
    ImportPlan plan = ImportPlan.of(from(), text("redis", ""));
    if (plan.redis().isEmpty()) {
      throw wrong("redis", "is missing; say where the messages are: redis://host:6379/0");
    }
    return plan.dryRun(flag("dryRun"))
        .keep(flag("keep"))
        .namespace(text("namespace", plan.namespace()))
        .bucketName(text("bucketName", plan.bucketName()))
        .queueName(text("queueName", plan.queueName()));
  }

  private ImportPlan.From from() {
    String word = text("from", "");
    return Arrays.stream(ImportPlan.From.values())
        .filter(from -> from.word().equals(word))
        .findFirst()
        .orElseThrow(() -> wrong("from", "is \"" + word + "\"; give " + words()));
  }

  private static String words() {
    return Arrays.stream(ImportPlan.From.values())
        .map(ImportPlan.From::word)
        .collect(Collectors.joining(" or "));
  }

  private String text(String name, String otherwise) {
    return (String) values.getOrDefault(name, otherwise);
  }

  private boolean flag(String name) {
    return (boolean) values.getOrDefault(name, false);
  }

  private static Refusal wrong(String field, String problem) {
    return new Refusal(400, "invalid", field, field + " " + problem, Map.of());
  }
}
