package io.bide.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows a topic. */
@Command(
    name = "show",
    header = "Show what is in a topic, and its settings.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide topic show orders")
final class TopicShowCommand extends ServerCommand {
  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  TopicShowCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    session.show(
        session.send(Request.get(session.paths().topic(topic))),
        shown -> new TopicView(session).print(shown));
    return true;
  }
}
