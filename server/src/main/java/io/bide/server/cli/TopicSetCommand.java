package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes settings of a topic. */
@Command(
    name = "set",
    header = "Change settings of a topic.",
    description =
        "What is not named stays as it is. Between reading and writing the settings somebody"
            + " else may change them; the last one wins.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide topic set orders --lease 2m --backoff 2m,10m,1h",
      "  bide topic set orders --reset --death-notices"
    })
final class TopicSetCommand extends ServerCommand {
  private static final String NONE = "none";

  @Parameters(paramLabel = "TOPIC", description = "Which one; it exists from then on.")
  private String topic = "";

  @Option(names = "--reset", description = "Begin with the defaults, not with what is set.")
  private boolean reset;

  @Option(names = "--lease", paramLabel = "DURATION", description = "How long a claimer has.")
  private @Nullable String lease;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long after its due time a message may be handed out; 'none' for ever.")
  private @Nullable String ttl;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often a message is handed out, or 'unlimited'; 'none' for the default.")
  private @Nullable String maxAttempts;

  @Option(
      names = "--backoff",
      paramLabel = "BACKOFF",
      description = "When a released message is tried again: " + Backoffs.FORMS + ".")
  private @Nullable String backoff;

  @Option(
      names = "--retention",
      paramLabel = "DURATION",
      description = "How long done, expired and cancelled messages are remembered.")
  private @Nullable String retention;

  @Option(
      names = "--dead-retention",
      paramLabel = "DURATION",
      description = "How long dead messages are kept.")
  private @Nullable String deadRetention;

  @Option(
      names = "--keep-bodies",
      negatable = true,
      description = "Whether done, expired and cancelled messages keep their bodies.")
  private @Nullable Boolean keepBodies;

  @Option(
      names = "--death-notices",
      negatable = true,
      description = "Whether a message that dies puts a notice into the topic TOPIC!dead.")
  private @Nullable Boolean deathNotices;

  @Option(
      names = "--delivery",
      paramLabel = "MODE",
      description = "at-least-once, or at-most-once: a claim ends the message.")
  private @Nullable String delivery;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Over how many partitions a store that has them spreads the topic.")
  private @Nullable Integer partitions;

  TopicSetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    String path = session.paths().topic(topic);
    JsonObject settings =
        reset ? new JsonObject() : session.send(Request.get(path)).json().getJsonObject("settings");
    change(settings);
    session.show(
        session.send(Request.of("PUT", path, settings.encode())),
        shown -> new TopicView(session).print(shown));
    return true;
  }

  private void change(JsonObject settings) {
    set(settings, "lease", duration(lease));
    set(settings, "ttl", duration(ttl));
    set(settings, "maxAttempts", duration(maxAttempts));
    String again = backoff;
    if (again != null) {
      settings.put("backoff", read("--backoff", () -> Backoffs.json(again)));
    }
    set(settings, "retention", duration(retention));
    set(settings, "deadRetention", duration(deadRetention));
    set(settings, "keepBodies", keepBodies);
    set(settings, "deathNotices", deathNotices);
    set(settings, "delivery", delivery);
    set(settings, "partitions", partitions);
  }

  private static @Nullable Object duration(@Nullable String text) {
    return text == null ? null : Durations.json(text);
  }

  private static void set(JsonObject settings, String name, @Nullable Object value) {
    if (NONE.equals(value)) {
      settings.remove(name);
    } else if (value != null) {
      settings.put(name, value);
    }
  }
}
