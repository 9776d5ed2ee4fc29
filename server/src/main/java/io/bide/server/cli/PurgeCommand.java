package io.bide.server.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes messages for good. */
@Command(
    name = "purge",
    header = "Remove all messages of a topic for good; its settings stay.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide purge orders --yes", "  bide purge orders --state dead --yes"})
final class PurgeCommand extends ServerCommand {
  @Parameters(paramLabel = "TOPIC", description = "Which one.")
  private String topic = "";

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only those that have ended so: done, expired, dead or cancelled.")
  private @Nullable String state;

  @Option(names = "--yes", description = "That is what I want.")
  private boolean yes;

  PurgeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if (!yes) {
      throw misuse("this removes " + (state == null ? "all" : "all " + state) + " messages of "
          + topic + " for good; add --yes if that is what you want");
    }
    String path = new Paths.Query()
        .with("confirm", topic)
        .with("state", state)
        .after(session.paths().topic(topic));
    session.show(session.send(Request.delete(path)), purged -> {
      long count = purged.getLong("purged");
      session.say("purged " + count + (count == 1 ? " message of " : " messages of ") + topic);
    });
    return true;
  }
}
