package io.bide.server.cli;

import picocli.CommandLine.Command;

/** Looks at a message. */
@Command(
    name = "peek",
    header = "Look at a message without claiming it.",
    description =
        "Shows the live message of this id, otherwise the newest one that has ended and is"
            + " still remembered.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide peek orders order-4711")
final class PeekCommand extends MessageCommand {
  PeekCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    session.show(
        session.send(Request.get(path(session))),
        message -> new MessageView(session).print(message));
    return true;
  }
}
