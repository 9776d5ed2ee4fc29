package io.bide.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows a subscription. */
@Command(
    name = "show",
    header = "Show where the messages of a topic are pushed to.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide subscription show orders")
final class SubscriptionShowCommand extends ServerCommand {
  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  SubscriptionShowCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    session.show(
        session.send(Request.get(session.paths().subscription(topic))),
        shown -> SubscriptionView.print(session, shown));
    return true;
  }
}
