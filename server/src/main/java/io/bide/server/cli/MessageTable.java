package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Messages in one state, a line each. */
final class MessageTable {
  private static final int BODY = 60;

  private final Session session;
  private final String state;
  private final boolean bodies;

  MessageTable(Session session, String state, boolean bodies) {
    this.session = session;
    this.state = state;
    this.bodies = bodies;
  }

  void print(List<JsonObject> messages) {
    boolean live = messages.get(0).containsKey("next");
    Table table = new Table(session.paint())
        .left("ID")
        .left(live ? (state.equals("leased") ? "LEASE END" : "NEXT") : "ENDED")
        .left("ATTEMPTS");
    if (!live) {
      table.left("CAUSE");
    }
    if (bodies) {
      table.left("BODY");
    }
    messages.forEach(message -> table.row(cells(message, live)));
    table.print(session.terminal().out());
  }

  private List<String> cells(JsonObject message, boolean live) {
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
