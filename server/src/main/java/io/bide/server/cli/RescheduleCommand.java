package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Moves the due time of a message. */
@Command(
    name = "reschedule",
    header = "Move the due time of a message that nobody is working on.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide reschedule orders order-4711 --delay 1h",
      "  bide reschedule orders order-4711 --due 2030-01-31T12:00"
    })
final class RescheduleCommand extends MessageCommand {
  @ArgGroup(multiplicity = "1")
  private DueOptions due = new DueOptions();

  RescheduleCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    JsonObject body = new JsonObject();
    due.addTo(body, this, session.times());
    session.show(
        session.send(Request.of("PATCH", path(session), body.encode())),
        moved -> session.say(
            "rescheduled " + named() + ", due " + session.times().show(moved.getLong("due"))));
    return true;
  }
}
