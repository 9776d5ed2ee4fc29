package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Messages in one state, a line each. */
final class MessageTable {
  private static final int BODY = 60;

  private final Session session;
  private final boolean live;
  private final boolean bodies;
  private final Table table;

  MessageTable(Session session, String state, boolean bodies) {
    this.session = session;
    this.live = Follower.LIVE.contains(state);
    this.bodies = bodies;
    String time = live ? (state.equals("leased") ? "LEASE END" : "NEXT") : "ENDED";
    table = new Table(session.paint()).left("ID").left(time).left("ATTEMPTS");
    if (!live) {
      table.left("CAUSE");
    }
    if (bodies) {
      table.left("BODY");
    }
  }

  /** Prints a page; the first one under headings. */
  void print(List<JsonObject> messages) {
    messages.forEach(message -> table.row(cells(message)));
    table.print(session.terminal().out());
  }

  private List<String> cells(JsonObject message) {
    List<String> cells = new ArrayList<>();
    cells.add(message.getString("id"));
    cells.add(session.times().show(message.getLong(live ? "next" : "ended")));
    cells.add(MessageView.attempts(message));
    if (!live) {
      cells.add(message.getString("cause", ""));
    }
    if (bodies) {
      cells.add(body(message));
    }
    return cells;
  }

  /** The body in one line; of a merged message all that are shown. */
  static String body(JsonObject message) {
    String text = "";
    if (message.containsKey("contentType")) {
      text = MessageView.body(message);
    } else if (message.containsKey("items")) {
      text = Answer.objects(message.getJsonArray("items")).stream()
          .map(MessageView::body)
          .collect(Collectors.joining(" | "));
    }
    return Paint.visible(text, BODY);
  }
}
