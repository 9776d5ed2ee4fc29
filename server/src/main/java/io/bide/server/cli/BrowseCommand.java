package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at the messages of a topic. */
@Command(
    name = "browse",
    header = "Look at the messages of a topic that are in one state.",
    description =
        "Waiting and ready messages come in the order in which they are handed out, leased"
            + " ones by the end of their lease, ended ones in the order in which they are forgotten.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide browse orders",
      "  bide browse orders --state dead --from=-1h --all",
      "  bide browse orders --bodies --json"
    })
final class BrowseCommand extends ServerCommand {
  private static final int PAGE = 100;

  @Parameters(paramLabel = "TOPIC", description = "Where to look.")
  private String topic = "";

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "waiting (by default), ready, leased, done, expired, dead or cancelled.")
  private String state = "waiting";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only those due, or ended, at this time or later: 2030-01-31T12:00:00Z,"
          + " 2030-01-31T12:00 (local time), now, +2h, -30m.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Only those due, or ended, before this time.")
  private @Nullable String to;

  @Option(names = "--limit", paramLabel = "N", description = "How many at most; 100 by default.")
  private int limit = 100;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Where the page before stopped.")
  private @Nullable String cursor;

  @Option(names = "--all", description = "As many as there are.")
  private boolean all;

  @Option(names = "--bodies", description = "Show the bodies, too.")
  private boolean bodies;

  BrowseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if (limit < 1) {
      throw misuse("--limit is " + limit + "; the least is 1");
    }
    int most = all ? Integer.MAX_VALUE : limit;
    MessageTable table = new MessageTable(session, state, bodies);
    String next = cursor;
    int seen = 0;
    do {
      Answer page = session.send(page(session, next, most - seen));
      List<JsonObject> messages = page.list("messages");
      if (session.json()) {
        session.say(page.text());
      } else if (!messages.isEmpty()) {
        table.print(messages);
      }
      seen += messages.size();
      next = page.json().getString("cursor");
    } while (next != null && seen < most);
    if (!session.json()) {
      remark(session, seen, next);
    }
    return true;
  }

  private Request page(Session session, @Nullable String next, int left) {
    return Request.get(new Paths.Query()
        .with("state", state)
        .with("from", time(session, "--from", from))
        .with("to", time(session, "--to", to))
        .with("limit", Math.min(left, PAGE))
        .with("bodies", bodies ? "true" : null)
        .with("cursor", next)
        .after(session.paths().messages(topic)));
  }

  private @Nullable Long time(Session session, String option, @Nullable String text) {
    return text == null ? null : read(option, () -> session.times().parse(text));
  }

  private void remark(Session session, int seen, @Nullable String next) {
    if (seen == 0) {
      session.remark("nothing is " + state + " in " + topic);
    }
    if (next != null) {
      session.remark("there is more: --cursor " + next + ", or --all");
    }
  }
}
