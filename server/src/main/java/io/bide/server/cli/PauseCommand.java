package io.bide.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Stops a topic. */
@Command(
    name = "pause",
    header = "Stop handing out a topic's messages, on all nodes.",
    description =
        "Puts, acks and time go on. It lasts until the topic is resumed, also over restarts.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide pause orders")
final class PauseCommand extends ServerCommand {
  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  PauseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    session.show(
        session.send(Request.post(session.paths().topic(topic) + "/pause", "")),
        shown -> session.say("paused " + topic));
    return true;
  }
}
