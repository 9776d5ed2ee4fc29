package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A subscription in words. */
final class SubscriptionView {
  private static final int LABEL = 12;

  private SubscriptionView() {}

  static void print(Session session, JsonObject subscription) {
    session.say(
        session.paint().heading(subscription.getString("topic")) + " " + state(subscription));
    line(session, "to", target(subscription));
    JsonArray headers = subscription.getJsonArray("headers", new JsonArray());
    if (!headers.isEmpty()) {
      line(
          session,
          "headers",
          String.join(", ", headers.stream().map(Object::toString).toList()));
    }
    line(session, "concurrency", subscription.getInteger("concurrency").toString());
    if (subscription.containsKey("perSecond")) {
      line(session, "per-second", subscription.getInteger("perSecond").toString());
    }
    line(session, "timeout", Durations.exact(subscription.getLong("timeout")));
    line(session, "format", subscription.getString("format"));
    line(session, "signed by", subscription.getInteger("secrets") + " secrets");
  }

  static String state(JsonObject subscription) {
    return subscription.getBoolean("enabled")
        ? "(enabled)"
        : "(disabled: " + subscription.getString("disabledBecause") + ")";
  }

  static String target(JsonObject subscription) {
    String service = subscription.getString("service");
    String where = service == null
        ? subscription.getString("url")
        : subscription.getString("path") + " of service " + service;
    return subscription.getString("method") + " " + where;
  }

  private static void line(Session session, String label, String value) {
    session.say("  " + label + " ".repeat(Math.max(0, LABEL - label.length())) + "  " + value);
  }
}
