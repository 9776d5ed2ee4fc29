package io.bide.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes a message back. */
@Command(
    name = "cancel",
    header = "Take a message back before it is done.",
    description =
        "A message that somebody is working on is left alone; of a merged one the items that"
            + " were not handed out are removed.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide cancel orders order-4711")
final class CancelCommand extends MessageCommand {
  @Option(
      names = "--void",
      description = "Also when somebody is working on it: the receipt becomes worthless.")
  private boolean voiding;

  @Option(
      names = "--erase",
      description =
          "Remove every trace, also of messages of this id that have ended. Needs the right"
              + " to operate.")
  private boolean erase;

  CancelCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if (voiding && erase) {
      throw misuse("--erase needs no --void; give one of them");
    }
    String path = new Paths.Query()
        .with("whenLeased", voiding ? "void" : null)
        .with("erase", erase ? "true" : null)
        .after(path(session));
    session.show(
        session.send(Request.delete(path)),
        cancelled -> session.say(cancelled.getString("status") + " " + named()));
    return true;
  }
}
