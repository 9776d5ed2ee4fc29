package io.bide.server.cli;

import java.util.List;
import picocli.CommandLine.Parameters;

/** A command that settles what was claimed. */
abstract class ReceiptCommand extends ServerCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RECEIPT",
      description =
          "What a claim has shown; '-' reads receipts, or the JSON of claims, from standard"
              + " input.")
  private List<String> receipts = List.of();

  ReceiptCommand(Terminal terminal) {
    super(terminal);
  }

  abstract Settling settling(Session session);

  @Override
  final boolean run(Session session) {
    List<String> held = Held.in(receipts, session.terminal());
    if (held.isEmpty()) {
      session.remark("no receipts on standard input, nothing to do");
    }
    return settling(session).settle(session, held);
  }
}
