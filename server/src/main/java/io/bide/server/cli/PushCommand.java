package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a message that is pushed to a URL of its own, or one for each line of the input. */
@Command(
    name = "push",
    header = "Put a message, to be sent to a URL when it is due.",
    description = "It waits in a topic of that URL, which is told; there it can be looked at and"
        + " cancelled.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide push https://example.com/hook '{\"order\":4711}' --json-body --delay 30m",
      "  bide push https://example.com/orders/4711 '' --method DELETE --due 2030-01-31T09:00"
    })
final class PushCommand extends ServerCommand {
  @Parameters(index = "0", paramLabel = "URL", description = "Where to send it.")
  private String url = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "BODY",
      description = "The body; '-' reads it from standard input, as it is.")
  private @Nullable String text;

  @Option(names = "--method", paramLabel = "METHOD", description = "Of HTTP; POST by default.")
  private @Nullable String method;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "Sent along with it; may be repeated.")
  private Map<String, String> headers = new LinkedHashMap<>();

  @Mixin
  private final BodyOptions body = new BodyOptions();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Unique among the live messages for this URL; otherwise one is made.")
  private @Nullable String id;

  @Mixin
  private final MessageOptions options = new MessageOptions();

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Makes it safe to run the same command again; otherwise a random one.")
  private @Nullable String key;

  PushCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if (body.sources(text) != 1) {
      throw misuse("give one of BODY ('-' for standard input), --file and --lines");
    }
    if (body.lines() && id != null) {
      throw misuse("--id names one message, --lines puts many; give one of them");
    }
    String token = key == null ? UUID.randomUUID().toString() : key;
    JsonObject fields = fields(session);
    String path = session.paths().push();
    if (body.lines()) {
      return new Lines(session, path, token, line -> body.item(fields, line)).put();
    }
    PutCommand.put(
        session,
        Request.post(path, body.item(fields, body.read(text, session.terminal())))
            .withKey(token));
    return true;
  }

  private JsonObject fields(Session session) {
    JsonObject fields = options.fields(this, session.times()).put("url", url);
    if (method != null) {
      fields.put("method", method);
    }
    if (!headers.isEmpty()) {
      fields.put("headers", new JsonObject(new LinkedHashMap<>(headers)));
    }
    if (id != null) {
      fields.put("id", id);
    }
    return fields;
  }
}
