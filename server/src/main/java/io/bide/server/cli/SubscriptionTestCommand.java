package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes one call for a test. */
@Command(
    name = "test",
    header = "Make one call to where the messages of a topic are pushed to.",
    description = "The body says that it is a test. No message is touched. The exit code is 0 if"
        + " the receiver answered 2xx.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide subscription test orders")
final class SubscriptionTestCommand extends ServerCommand {
  /** As long as a call may take at most. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  SubscriptionTestCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    Answer answer = session.send(
        Request.post(session.paths().subscription(topic) + "/test", "").waiting(PATIENCE));
    session.show(answer, report -> session.say(words(report)));
    return answer.json().getString("outcome").equals("delivered");
  }

  private static String words(JsonObject report) {
    String detail = report.getString("detail");
    return report.getString("outcome").replace('-', ' ')
        + (detail == null ? " (" + report.getInteger("status") + ")" : ": " + detail)
        + ", took " + report.getLong("took") + " ms";
  }
}
