package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a subscription, in place of the one that the topic has. */
@Command(
    name = "set",
    header = "Push the messages of a topic to a URL, or to a service.",
    description = "Takes the place of the subscription that the topic has; only its secrets stay,"
        + " unless others are given. It is enabled.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide subscription set orders https://example.com/hook --concurrency 4",
      "  bide subscription set mails --service mailer --path /work"
    })
final class SubscriptionSetCommand extends ServerCommand {
  @Parameters(index = "0", paramLabel = "TOPIC", description = "Whose messages.")
  private String topic = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "URL", description = "Where to push to.")
  private @Nullable String url;

  @Option(
      names = "--service",
      paramLabel = "NAME",
      description = "In place of a URL: a service that the server's directory knows.")
  private @Nullable String service;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Of a service: only instances that say they handle this type.")
  private @Nullable String type;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Of a service: where to call an instance; otherwise /.")
  private @Nullable String path;

  @Option(names = "--method", paramLabel = "METHOD", description = "Of HTTP; POST by default.")
  private @Nullable String method;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "Sent along with each message; may be repeated.")
  private Map<String, String> headers = new LinkedHashMap<>();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many calls a node makes at the same time; 16 by default.")
  private @Nullable Integer concurrency;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      description = "How many calls a node begins in a second; no limit by default.")
  private @Nullable Integer perSecond;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description = "How long a call may take; 15s by default.")
  private @Nullable String timeout;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "plain by default, or cloud-events.")
  private @Nullable String format;

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = "Signs each request (whsec_…); twice for two, the newest first.")
  private @Nullable List<String> secrets;

  SubscriptionSetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if ((url == null) == (service == null)) {
      throw misuse("give one of URL and --service");
    }
    session.show(
        session.send(
            Request.of("PUT", session.paths().subscription(topic), fields().encode())),
        shown -> SubscriptionView.print(session, shown));
    return true;
  }

  private JsonObject fields() {
    JsonObject fields = new JsonObject();
    set(fields, "url", url);
    set(fields, "service", service);
    set(fields, "type", type);
    set(fields, "path", path);
    set(fields, "method", method);
    set(fields, "headers", headers.isEmpty() ? null : new JsonObject(new LinkedHashMap<>(headers)));
    set(fields, "concurrency", concurrency);
    set(fields, "perSecond", perSecond);
    set(fields, "timeout", timeout == null ? null : Durations.json(timeout));
    set(fields, "format", format);
    set(fields, "secrets", secrets == null ? null : new JsonArray(secrets));
    return fields;
  }

  private static void set(JsonObject fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
