package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Gives back what was claimed. */
@Command(
    name = "release",
    header = "Give back what was claimed, to be tried again.",
    description =
        "Without --delay and --due the backoff of the message decides when. After its last"
            + " attempt it is dead.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide release AQAAAAAAAAABAAAAAAAHZGVmYXVsdA --delay 5m",
      "  bide claim orders --json | bide release - --due front"
    })
final class ReleaseCommand extends ReceiptCommand {
  @ArgGroup
  private @Nullable DueOptions due;

  ReleaseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  Settling settling(Session session) {
    JsonObject extras = new JsonObject();
    if (due != null) {
      due.addTo(extras, this, session.times());
    }
    return new Settling("/v1/releases", "released", extras);
  }
}
