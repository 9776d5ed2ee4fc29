package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings dead letters back. */
@Command(
    name = "redrive",
    header = "Bring dead messages back to life: due again, with no attempts used.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide redrive orders --id order-4711", "  bide redrive orders --all --per-second 50"
    })
final class RedriveCommand extends ServerCommand {
  private static final long SECOND = 1_000;

  /** Which ones; it must be said. */
  static final class Which {
    @Option(names = "--id", paramLabel = "ID", description = "The newest dead one of this id.")
    private @Nullable String id;

    @Option(names = "--limit", paramLabel = "N", description = "So many, the oldest first.")
    private @Nullable Integer limit;

    @Option(names = "--all", description = "All there are.")
    private boolean all;

    private boolean wantsMoreThan(int redriven) {
      return all || (limit != null && redriven < limit);
    }
  }

  @Parameters(paramLabel = "TOPIC", description = "Where they are.")
  private String topic = "";

  @ArgGroup(multiplicity = "1")
  private Which which = new Which();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "dead (by default), or expired where bodies are kept.")
  private String state = "dead";

  @Option(
      names = "--start",
      paramLabel = "DURATION",
      description = "When the first of them is due, from now.")
  private @Nullable String start;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      description = "How many become due a second; otherwise all at once.")
  private @Nullable Integer perSecond;

  RedriveCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    long first = start == null ? 0 : startMillis(start);
    int redriven = 0;
    List<String> conflicts = new ArrayList<>();
    String cursor = null;
    do {
      // Each page goes on in time where the one before ended.
      long begin = first + (perSecond == null ? 0 : redriven * SECOND / Math.max(1, perSecond));
      Answer answer = session.send(page(session, cursor, redriven, begin));
      if (session.json()) {
        session.say(answer.text());
      }
      redriven += answer.json().getInteger("redriven");
      answer.json().getJsonArray("conflicts").forEach(id -> conflicts.add(id.toString()));
      cursor = answer.json().getString("cursor");
    } while (cursor != null && which.wantsMoreThan(redriven));
    return tell(session, redriven, conflicts);
  }

  private long startMillis(String text) {
    return read("--start", () -> Durations.parse(text)).toMillis();
  }

  private Request page(Session session, @Nullable String cursor, int redriven, long begin) {
    JsonObject body = new JsonObject().put("state", state);
    Settling.ifGiven(body, "id", which.id);
    Settling.ifGiven(body, "limit", which.limit == null ? null : which.limit - redriven);
    Settling.ifGiven(body, "start", begin == 0 ? null : begin);
    Settling.ifGiven(body, "perSecond", perSecond);
    Settling.ifGiven(body, "cursor", cursor);
    return Request.post(session.paths().topic(topic) + "/redrive", body.encode());
  }

  private boolean tell(Session session, int redriven, List<String> conflicts) {
    if (!session.json()) {
      session.say("redriven " + redriven + (redriven == 1 ? " message" : " messages"));
    }
    for (String id : conflicts) {
      session.remark(
          "bide: " + id + " was left as it is: a message of that id is alive, or its body"
              + " is no longer kept");
    }
    if (which.id != null && redriven == 0 && conflicts.isEmpty()) {
      session.remark("bide: " + which.id + " of " + topic + " is not " + state);
      return false;
    }
    return conflicts.isEmpty();
  }
}
