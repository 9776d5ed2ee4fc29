package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settles messages by their receipts, in batches, and tells what became of each.
 *
 * @param path where the server takes it
 * @param verb what is said of a message for which it went well
 * @param extras what is sent with each receipt
 */
record Settling(String path, String verb, JsonObject extras) {
  static final Settling ACK = new Settling("/v1/acks", "acked", new JsonObject());
  private static final int BATCH = 100;

  boolean settle(Session session, List<String> receipts) {
    return settle(session, receipts, true);
  }

  /** Tells only what went wrong. */
  boolean quietly(Session session, List<String> receipts) {
    return settle(session, receipts, false);
  }

  private boolean settle(Session session, List<String> receipts, boolean loud) {
    boolean good = true;
    for (int from = 0; from < receipts.size(); from += BATCH) {
      List<String> batch = receipts.subList(from, Math.min(from + BATCH, receipts.size()));
      Answer answer = session.send(Request.post(path, body(batch)));
      if (session.json() && loud) {
        session.say(answer.text());
      }
      List<JsonObject> results = answer.list("results");
      for (int i = 0; i < batch.size(); i++) {
        good &= tell(session, Held.by(batch.get(i)), results.get(i), loud && !session.json());
      }
    }
    return good;
  }

  private String body(List<String> receipts) {
    JsonArray items = new JsonArray();
    receipts.forEach(receipt -> items.add(extras.copy().put("receipt", receipt)));
    return items.encode();
  }

  private boolean tell(Session session, String message, JsonObject result, boolean loud) {
    String status = result.getString("status");
    boolean done =
        status.equals("ended") && equals(ACK) && "done".equals(result.getString("state"));
    if (!status.equals("ok") && !done) {
      session.remark("bide: " + message + ": " + refusal(status, result));
      return false;
    }
    if (loud) {
      session.say(done ? message + " was acked before" : success(session, message, result));
    }
    return true;
  }

  private String success(Session session, String message, JsonObject result) {
    Long next = result.getLong("next");
    String state = result.getString("state");
    String becomes = switch (state) {
      case "done" -> "";
      case "leased" -> next == null ? "" : ", lease until " + session.times().show(next);
      case "waiting", "ready" -> next == null ? "" : ", next " + session.times().show(next);
      default -> ", which is " + state + " now";
    };
    return verb + " " + message + becomes;
  }

  private static String refusal(String status, JsonObject result) {
    String state = result.getString("state");
    String now = state == null ? "" : "; it is " + state;
    return switch (status) {
      case "stale-receipt" ->
        "the receipt is an old one, the message was released or claimed again" + now;
      case "ended" -> "the message has ended" + now;
      case "unknown-message" -> "no such message is known";
      case "failed" -> Problems.words(result.getJsonObject("error"));
      default -> status + now;
    };
  }

  static void ifGiven(JsonObject fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
