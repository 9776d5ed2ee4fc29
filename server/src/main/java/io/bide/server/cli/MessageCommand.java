package io.bide.server.cli;

import picocli.CommandLine.Parameters;

/** A command about one message. */
abstract class MessageCommand extends ServerCommand {
  @Parameters(index = "0", paramLabel = "TOPIC", description = "Where it is.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The id of the message.")
  private String id = "";

  MessageCommand(Terminal terminal) {
    super(terminal);
  }

  final String path(Session session) {
    return session.paths().message(topic, id);
  }

  final String named() {
    return id + " of " + topic;
  }
}
