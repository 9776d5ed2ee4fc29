package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Claims what is due. */
@Command(
    name = "claim",
    header = "Claim what is due, and show it with its receipt.",
    description = "Each message stays leased until it is acked, released or its lease ends. Finding"
        + " nothing is no error.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide claim orders --wait 20s",
      "  bide claim urgent orders --max 10 --json | bide ack -",
      "  bide claim orders --ack"
    })
final class ClaimCommand extends ServerCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "TOPIC",
      description = "Where to look, in order of preference.")
  private List<String> topics = List.of();

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "How many messages at most; 1 by default.")
  private @Nullable Integer max;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait for something to become due; not at all by default.")
  private @Nullable String waiting;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description = "How long you have; otherwise as message or topic say.")
  private @Nullable String lease;

  @Option(names = "--id", paramLabel = "ID", description = "Only this message, of one topic.")
  private @Nullable String id;

  @Option(
      names = "--max-items",
      paramLabel = "N",
      description = "How many items of a merged message at most.")
  private @Nullable Integer maxItems;

  @Option(names = "--ack", description = "Ack what was claimed once it has been printed.")
  private boolean ack;

  ClaimCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    Answer answer = session.send(request(session));
    List<JsonObject> messages = answer.list("messages");
    MessageView view = new MessageView(session);
    session.show(answer, claimed -> messages.forEach(view::print));
    if (messages.isEmpty() && !session.json()) {
      session.remark("nothing is due in " + String.join(", ", topics));
    }
    return !ack || ack(session, messages);
  }

  private Request request(Session session) {
    JsonObject claim = new JsonObject();
    Settling.ifGiven(claim, "max", max);
    Settling.ifGiven(claim, "maxItems", maxItems);
    Settling.ifGiven(claim, "id", id);
    Settling.ifGiven(claim, "lease", lease == null ? null : Durations.json(lease));
    String time = waiting;
    Duration patience = time == null ? Duration.ZERO : read("--wait", () -> Durations.parse(time));
    if (!patience.isZero()) {
      claim.put("wait", patience.toMillis());
    }
    String path = session.paths().claims();
    if (topics.size() == 1) {
      path = session.paths().topic(topics.get(0)) + "/claims";
    } else {
      claim.put("topics", new JsonArray(topics));
    }
    return Request.post(path, claim.encode()).waiting(patience);
  }

  /** What could not be shown must not be lost: then the lease brings it back. */
  private static boolean ack(Session session, List<JsonObject> messages) {
    if (session.terminal().out().checkError()) {
      throw new Failure("the output could not be written, so nothing is acked", null);
    }
    List<String> receipts = new ArrayList<>();
    messages.forEach(message -> {
      // A topic that hands out at most once gives no receipts; there is nothing to ack.
      if (message.containsKey("receipt")) {
        receipts.add(message.getString("receipt"));
      }
    });
    return Settling.ACK.quietly(session, receipts);
  }
}
