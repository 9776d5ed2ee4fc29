package io.bide.server.transfer;

import io.bide.dialect.Refusal;
import io.bide.imports.ImportPlan;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what to import. */
final class ImportJson {
  private static final List<String> FIELDS =
      List.of("from", "redis", "dryRun", "keep", "namespace", "bucketName", "queueName");

  private ImportJson() {}

  static ImportPlan plan(Buffer body) {
    JsonObject json = object(body);
    json.fieldNames().stream()
        .filter(name -> !FIELDS.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw wrong(name, "is not a field of this request; remove it");
        });
    ImportPlan plan = ImportPlan.of(from(json), text(json, "redis", ""));
    if (plan.redis().isEmpty()) {
      throw wrong("redis", "is missing; say where the messages are: redis://host:6379/0");
    }
    return plan.dryRun(flag(json, "dryRun"))
        .keep(flag(json, "keep"))
        .namespace(text(json, "namespace", plan.namespace()))
        .bucketName(text(json, "bucketName", plan.bucketName()))
        .queueName(text(json, "queueName", plan.queueName()));
  }

  private static JsonObject object(Buffer body) {
    try {
      return new JsonObject(body);
    } catch (DecodeException | ClassCastException e) {
      throw new Refusal(
          400, "invalid", "the body is no JSON object; send {\"from\":…,\"redis\":…}");
    }
  }

  private static ImportPlan.From from(JsonObject json) {
    String word = text(json, "from", "");
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

  private static String text(JsonObject json, String name, String otherwise) {
    Object value = json.getValue(name);
    if (value == null && !json.containsKey(name)) {
      return otherwise;
    }
    if (value instanceof String text) {
      return text;
    }
    throw wrong(name, "must be text");
  }

  private static boolean flag(JsonObject json, String name) {
    Object value = json.getValue(name);
    if (value == null && !json.containsKey(name)) {
      return false;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "must be true or false");
  }

  private static Refusal wrong(String field, String problem) {
    return new Refusal(400, "invalid", field, field + " " + problem, Map.of());
  }
}
