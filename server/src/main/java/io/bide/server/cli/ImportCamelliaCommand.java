package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes over messages of camellia. */
@Command(
    name = "camellia",
    header = "Take over what is pending in camellia-delay-queue.",
    description = {
      "The server does it, and goes on if this command is ended. It can be repeated at any time. --namespace is"
          + " the one that camellia ran with; the messages go into the namespace of this name.",
      "",
      "Messages that are under consumption come again when their ack timeout ends, unless they are acked here"
          + " before. Stop camellia first, or point its clients at Bide."
    },
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide import camellia --redis redis://10.0.0.1:6379 --dry-run",
      "  bide import camellia --redis redis-cluster://10.0.0.1:6379,10.0.0.2:6379 --keep"
    })
final class ImportCamelliaCommand extends ServerCommand {
  @Mixin
  private final ImportOptions options = new ImportOptions();

  ImportCamelliaCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    JsonObject plan = options.plan("camellia").put("namespace", session.paths().namespace());
    return new ImportWatch(session).run(plan);
  }
}
