package io.bide.server.cli;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One message in full: what is known of it line by line, an empty line, its body. */
final class MessageView {
  private static final int LABEL = 10;

  /** The times of a message and their labels, in the order in which they happen. */
  private static final List<Map.Entry<String, String>> TIMES = List.of(
      Map.entry("created", "created"),
      Map.entry("due", "due"),
      Map.entry("claimed", "claimed"),
      Map.entry("next", "next"),
      Map.entry("leaseEnd", "lease end"),
      Map.entry("expiry", "expiry"),
      Map.entry("ended", "ended"));

  private final Times times;
  private final Paint paint;
  private final PrintStream out;

  MessageView(Session session) {
    this.times = session.times();
    this.paint = session.paint();
    this.out = session.terminal().out();
  }

  void print(JsonObject message) {
    line("id", message.getString("id"));
    line("topic", message.getString("topic"));
    line("namespace", message.getString("namespace"));
    String state = message.getString("state");
    line("state", state == null ? null : paint.state(state));
    line("cause", message.getString("cause"));
    line("receipt", message.getString("receipt"));
    line("attempts", attempts(message));
    for (Map.Entry<String, String> time : TIMES) {
      Long at = message.getLong(time.getKey());
      line(time.getValue(), at == null ? null : times.show(at));
    }
    line("ttl", duration(message.getLong("ttl")));
    line("lease", duration(message.getLong("lease")));
    Object backoff = message.getValue("backoff");
    line("backoff", backoff == null ? null : Backoffs.text(backoff));
    line("attributes", attributes(message));
    printContent(message);
  }

  static String attempts(JsonObject message) {
    Integer used = message.getInteger("attempt", message.getInteger("attempts"));
    Object most = message.getValue("maxAttempts");
    return used + ("unlimited".equals(most) ? "" : " of " + most);
  }

  private static @Nullable String duration(@Nullable Long millis) {
    return millis == null ? null : Durations.exact(millis);
  }

  private static @Nullable String attributes(JsonObject message) {
    JsonObject attributes = message.getJsonObject("attributes");
    if (attributes == null) {
      return null;
    }
    return attributes.stream()
        .sorted(Map.Entry.comparingByKey())
        .map(one -> one.getKey() + "=" + Paint.visible(String.valueOf(one.getValue())))
        .collect(Collectors.joining(", "));
  }

  private void printContent(JsonObject message) {
    List<JsonObject> items =
        message.containsKey("items") ? Answer.objects(message.getJsonArray("items")) : List.of();
    Integer left = message.getInteger("itemsLeft");
    line("items left", left == null ? null : left.toString());
    Integer count = message.getInteger("itemCount");
    line("items", count == null ? null : count.toString());
    if (message.containsKey("contentType")) {
      printBody(message, "body");
    }
    for (int i = 0; i < items.size(); i++) {
      printBody(items.get(i), "item " + (i + 1));
    }
    out.println();
  }

  private void printBody(JsonObject holder, String label) {
    boolean bytes = holder.containsKey("bodyBase64");
    line(label, holder.getString("contentType") + (bytes ? ", in base64:" : ":"));
    out.println(body(holder));
  }

  /** The body as text that can be shown. */
  static String body(JsonObject holder) {
    if (holder.containsKey("bodyBase64")) {
      return holder.getString("bodyBase64");
    }
    Object body = holder.getValue("body");
    boolean json = !(body instanceof String) || isJson(holder.getString("contentType", ""));
    return Paint.visible(json ? Json.encode(body) : body.toString());
  }

  private static boolean isJson(String contentType) {
    return contentType.startsWith("application/json") || contentType.contains("+json");
  }

  private void line(String label, @Nullable String value) {
    if (value != null) {
      out.println(paint.heading(label + " ".repeat(Math.max(0, LABEL - label.length()))) + "  "
          + value);
    }
  }
}
