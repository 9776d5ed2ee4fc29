package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Gets more time for what was claimed. */
@Command(
    name = "extend",
    header = "Get more time for what was claimed.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide extend AQAAAAAAAAABAAAAAAAHZGVmYXVsdA --lease 5m")
final class ExtendCommand extends ReceiptCommand {
  @Option(
      names = "--lease",
      required = true,
      paramLabel = "DURATION",
      description = "How long from now: 90s, 5m.")
  private String lease = "";

  ExtendCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  Settling settling(Session session) {
    return new Settling(
        "/v1/extensions", "extended", new JsonObject().put("lease", Durations.json(lease)));
  }
}
