package io.bide.server.cli;

import picocli.CommandLine.Command;

/** Says that work is done. */
@Command(
    name = "ack",
    header = "Say that what was claimed is done.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide ack AQAAAAAAAAABAAAAAAAHZGVmYXVsdA", "  bide claim orders --json | bide ack -"
    })
final class AckCommand extends ReceiptCommand {
  AckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  Settling settling(Session session) {
    return Settling.ACK;
  }
}
