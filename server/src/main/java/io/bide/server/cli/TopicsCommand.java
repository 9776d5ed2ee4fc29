package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the topics of a namespace. */
@Command(
    name = "topics",
    header = "List the topics with what is in them.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide topics")
final class TopicsCommand extends ServerCommand {
  private static final int PAGE = 100;

  @Option(names = "--limit", paramLabel = "N", description = "How many at most; all by default.")
  private int limit = Integer.MAX_VALUE;

  TopicsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    if (limit < 1) {
      throw misuse("--limit is " + limit + "; the least is 1");
    }
    List<JsonObject> topics = new ArrayList<>();
    String cursor = null;
    do {
      Answer page = session.send(page(session, cursor, limit - topics.size()));
      if (session.json()) {
        session.say(page.text());
      }
      topics.addAll(page.list("topics"));
      cursor = page.json().getString("cursor");
    } while (cursor != null && topics.size() < limit);
    if (!session.json()) {
      print(session, topics);
    }
    return true;
  }

  private static Request page(Session session, @Nullable String cursor, int left) {
    return Request.get(new Paths.Query()
        .with("counts", "true")
        .with("limit", Math.min(left, PAGE))
        .with("cursor", cursor)
        .after(session.paths().topics()));
  }

  private static void print(Session session, List<JsonObject> topics) {
    if (topics.isEmpty()) {
      session.remark("no topics yet; the first put makes one");
      return;
    }
    Table table = new Table(session.paint())
        .left("TOPIC")
        .right("WAITING")
        .right("READY")
        .right("LEASED")
        .right("DEAD")
        .left("");
    for (JsonObject topic : topics) {
      JsonObject counts = topic.getJsonObject("counts", new JsonObject());
      table.row(List.of(
          topic.getString("name"),
          count(counts, "waiting"),
          count(counts, "ready"),
          count(counts, "leased"),
          count(counts, "dead"),
          topic.getBoolean("paused", false) ? "paused" : ""));
    }
    table.print(session.terminal().out());
  }

  private static String count(JsonObject counts, String state) {
    return counts.getLong(state, 0L).toString();
  }
}
