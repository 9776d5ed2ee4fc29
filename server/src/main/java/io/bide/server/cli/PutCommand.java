package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a message, or one for each line of the input. */
@Command(
    name = "put",
    header = "Put a message, to be handed out when it is due.",
    description =
        "A put that loses its connection is repeated with the same Idempotency-Key, so that"
            + " the message is stored once.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide put orders close --id order-4711 --delay 30m",
      "  bide put mails '{\"to\":\"a@example.org\"}' --json-body --due 2030-01-31T09:00",
      "  seq 1 1000 | bide put numbers --lines --delay 10s"
    })
final class PutCommand extends ServerCommand {
  @Parameters(index = "0", paramLabel = "TOPIC", description = "Where to put it.")
  private String topic = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "BODY",
      description = "The body; '-' reads it from standard input, as it is.")
  private @Nullable String text;

  @Mixin
  private final BodyOptions body = new BodyOptions();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Unique among the live messages of the topic; otherwise one is made.")
  private @Nullable String id;

  @Mixin
  private final MessageOptions options = new MessageOptions();

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Makes it safe to run the same command again; otherwise a random one.")
  private @Nullable String key;

  PutCommand(Terminal terminal) {
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
    JsonObject fields = options.fields(this, session.times());
    if (body.lines()) {
      String path = session.paths().messages(topic);
      return new Lines(session, path, token, line -> body.item(fields, line)).put();
    }
    if (id != null) {
      fields.put("id", id);
    }
    put(
        session,
        Request.post(
                session.paths().messages(topic),
                body.item(fields, body.read(text, session.terminal())))
            .withKey(token));
    return true;
  }

  static void put(Session session, Request request) {
    try {
      session.show(session.send(request), put -> session.say(words(put, session.times())));
    } catch (Failure failure) {
      throw failure.unknown()
          ? failure.orRepeat(
              "Run it again with --idempotency-key " + request.key() + ": it is stored once.")
          : failure;
    }
  }

  private static String words(JsonObject put, Times times) {
    Integer items = put.getInteger("items");
    return put.getString("status")
        + " "
        + put.getString("id")
        + " in "
        + put.getString("topic")
        + (items == null ? "" : " (" + items + " items)")
        + ", due "
        + times.show(put.getLong("due"));
  }
}
