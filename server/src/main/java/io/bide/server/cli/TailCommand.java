package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what happens in a topic, as it happens. */
@Command(
    name = "tail",
    header = "Show what happens in a topic from now on: a line when a message changes its state.",
    description = {
      "It looks at the topic once a second and changes nothing: no message is claimed. A message that"
          + " changes its state twice between two looks is shown in the last one. What has ended is"
          + " always shown; of what is alive the 1,000 nearest messages in each state are looked at."
          + " A topic that remembers nothing of ended messages (--retention 0) shows none of them.",
      "",
      "With --json each line is the message as the server shows it."
    },
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide tail orders", "  bide tail orders --state dead --state expired --bodies"})
final class TailCommand extends ServerCommand {
  private static final List<String> STATES =
      List.of("waiting", "ready", "leased", "done", "expired", "dead", "cancelled");

  @Parameters(paramLabel = "TOPIC", description = "Where to look.")
  private String topic = "";

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description =
          "Only messages that come into this state: waiting, ready, leased, done, expired,"
              + " dead, cancelled; may be repeated. All by default.")
  private List<String> states = STATES;

  @Option(names = "--bodies", description = "Show the bodies, too.")
  private boolean bodies;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "How long to wait between two looks; 1s by default.")
  private String interval = "1s";

  @Option(names = "--count", paramLabel = "N", description = "End after so many lines.")
  private @Nullable Integer count;

  @Option(names = "--for", paramLabel = "DURATION", description = "End after this time.")
  private @Nullable String time;

  TailCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    Duration apart = read("--interval", () -> Durations.parse(interval));
    if (apart.isZero()) {
      throw misuse("--interval is zero; the server needs a rest");
    }
    String length = time;
    Instant end = length == null
        ? Instant.MAX
        : session.terminal().clock().instant().plus(read("--for", () -> Durations.parse(length)));
    int left = count == null ? Integer.MAX_VALUE : count;
    Follower follower = new Follower(session, topic, states, bodies);
    while (left > 0 && session.terminal().clock().instant().isBefore(end)) {
      if (!rest(session, apart)) {
        return true;
      }
      List<Follower.News> news = follower.look();
      news.stream().limit(left).forEach(one -> show(session, one));
      left -= Math.min(left, news.size());
    }
    return true;
  }

  /** Whether to go on after it. */
  private static boolean rest(Session session, Duration apart) {
    try {
      session.terminal().pause().await(apart);
      return !session.terminal().out().checkError();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void show(Session session, Follower.News news) {
    session.say(session.json() ? news.message().encode() : words(session, news));
  }

  private String words(Session session, Follower.News news) {
    JsonObject message = news.message();
    String state = message.getString("state");
    String gap = " ".repeat("cancelled".length() - state.length());
    String body = bodies ? MessageTable.body(message) : "";
    return session.times().plain(news.at())
        + "  "
        + session.paint().state(state)
        + gap
        + "  "
        + message.getString("id")
        + more(session.times(), message)
        + (body.isEmpty() ? "" : ": " + body);
  }

  private static String more(Times times, JsonObject message) {
    String attempts = ", attempt " + MessageView.attempts(message);
    return switch (message.getString("state")) {
      case "waiting" -> ", next " + times.plain(message.getLong("next"));
      case "leased" -> attempts + ", until " + times.plain(message.getLong("next"));
      case "dead" -> attempts + ", " + message.getString("cause");
      default -> "";
    };
  }
}
