package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists the subscriptions of a namespace. */
@Command(
    name = "list",
    header = "List the topics that push, with where they push to.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = "  bide subscription list")
final class SubscriptionListCommand extends ServerCommand {
  private static final int PAGE = 100;

  SubscriptionListCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    List<JsonObject> all = new ArrayList<>();
    String cursor = null;
    do {
      Answer page = session.send(page(session, cursor));
      if (session.json()) {
        session.say(page.text());
      }
      all.addAll(page.list("subscriptions"));
      cursor = page.json().getString("cursor");
    } while (cursor != null);
    if (!session.json()) {
      print(session, all);
    }
    return true;
  }

  private static Request page(Session session, @Nullable String cursor) {
    return Request.get(new Paths.Query()
        .with("limit", PAGE)
        .with("cursor", cursor)
        .after(session.paths().subscriptions()));
  }

  private static void print(Session session, List<JsonObject> all) {
    if (all.isEmpty()) {
      session.remark("no subscriptions yet; \"bide subscription set TOPIC URL\" makes one");
      return;
    }
    Table table = new Table(session.paint()).left("TOPIC").left("TO").left("");
    for (JsonObject one : all) {
      table.row(List.of(
          one.getString("topic"), SubscriptionView.target(one), SubscriptionView.state(one)));
    }
    table.print(session.terminal().out());
  }
}
