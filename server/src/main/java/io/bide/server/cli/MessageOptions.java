package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a put says of its message besides the body. */
final class MessageOptions {
  @ArgGroup
  private @Nullable DueOptions due;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long after its due time it may be handed out.")
  private @Nullable String ttl;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description = "How long a claimer has, unless the claim says otherwise.")
  private @Nullable String lease;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often it is handed out, or 'unlimited'.")
  private @Nullable String maxAttempts;

  @Option(
      names = "--backoff",
      paramLabel = "BACKOFF",
      description = "When it is tried again after a release: " + Backoffs.FORMS + ".")
  private @Nullable String backoff;

  @Option(
      names = {"-a", "--attribute"},
      paramLabel = "NAME=VALUE",
      description = "A small text that travels with the body; may be repeated.")
  private Map<String, String> attributes = new LinkedHashMap<>();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "When a message of this id is alive: reject (by default), replace, merge.")
  private @Nullable String mode;

  @Option(
      names = "--merge-due",
      paramLabel = "keep|move",
      description = "Merging: keep the due time of what is there, or move it to this one's.")
  private @Nullable String mergeDue;

  @Option(
      names = "--longest-wait",
      paramLabel = "DURATION",
      description = "Merging: never later than this after the first item.")
  private @Nullable String longestWait;

  @Option(
      names = "--items-per-claim",
      paramLabel = "N",
      description = "Merging: how many items one claim hands out.")
  private @Nullable Integer itemsPerClaim;

  @Option(
      names = "--raw",
      description = "Merging: the items are meant to be taken one by one, not as an array.")
  private boolean raw;

  JsonObject fields(ServerCommand command, Times times) {
    JsonObject fields = new JsonObject();
    if (due != null) {
      due.addTo(fields, command, times);
    }
    duration(fields, "ttl", ttl);
    duration(fields, "lease", lease);
    if (maxAttempts != null) {
      fields.put("maxAttempts", Durations.json(maxAttempts));
    }
    String again = backoff;
    if (again != null) {
      fields.put("backoff", command.read("--backoff", () -> Backoffs.json(again)));
    }
    if (!attributes.isEmpty()) {
      fields.put("attributes", new JsonObject(new LinkedHashMap<>(attributes)));
    }
    addMode(fields);
    return fields;
  }

  /** Whoever says how to merge wants to merge. */
  private void addMode(JsonObject fields) {
    JsonObject merge = new JsonObject();
    if (mergeDue != null) {
      merge.put("due", mergeDue);
    }
    duration(merge, "longestWait", longestWait);
    if (itemsPerClaim != null) {
      merge.put("itemsPerClaim", itemsPerClaim);
    }
    if (raw) {
      merge.put("raw", true);
    }
    if (mode != null) {
      fields.put("mode", mode);
    } else if (!merge.isEmpty()) {
      fields.put("mode", "merge");
    }
    if (!merge.isEmpty()) {
      fields.put("merge", merge);
    }
  }

  private static void duration(JsonObject fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, Durations.json(value));
    }
  }
}
