package io.bide.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets a topic go on. */
@Command(
    name = "resume",
    header = "Hand out a topic's messages again.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide resume orders")
final class ResumeCommand extends ServerCommand {
  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  ResumeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    session.show(
        session.send(Request.post(session.paths().topic(topic) + "/resume", "")),
        shown -> session.say("resumed " + topic));
    return true;
  }
}
