package io.bide.dialect.rest;

import io.bide.Body;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import io.bide.dialect.JsonOut;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages as answers show them. */
final class MessageJson {
  private static final Map<State, String> STATES = Words.table(State.class);
  private static final Map<Cause, String> CAUSES = Words.table(Cause.class);

  private final Json json;

  MessageJson(Json json) {
    this.json = json;
  }

  /** What a claimer gets. */
  void write(JsonOut out, Delivery delivery) {
    Message message = delivery.message();
    out.beginObject();
    writeName(out, message);
    if (delivery.receipt() != null) {
      out.field("receipt", delivery.receipt().encode());
    }
    writeContent(out, message);
    writeAttributes(out, message);
    out.field("attempt", message.attempts());
    Attempts.write(out, "maxAttempts", message.maxAttempts());
    out.field("created", message.created().toEpochMilli());
    out.field("due", message.due().toEpochMilli());
    time(out, "leaseEnd", message.next());
    time(out, "expiry", message.expiry());
    int left = message.itemCount() - message.items().size();
    if (message.merged() && left > 0) {
      out.field("itemsLeft", left);
    }
    writeOwnRules(out, message);
    out.endObject();
  }

  /** What somebody sees who only looks. */
  void write(JsonOut out, Message message) {
    write(out, message, true);
  }

  /** What somebody sees who knows, or should not see, the bodies. */
  void writeWithoutBodies(JsonOut out, Message message) {
    write(out, message, false);
  }

  private void write(JsonOut out, Message message, boolean bodies) {
    out.beginObject();
    writeName(out, message);
    out.field("state", word(message.state()));
    if (bodies) {
      writeContent(out, message);
    }
    writeAttributes(out, message);
    out.field("attempts", message.attempts());
    Attempts.write(out, "maxAttempts", message.maxAttempts());
    if (message.merged()) {
      out.field("itemCount", message.itemCount());
    }
    writeTimes(out, message);
    writeOwnRules(out, message);
    if (message.cause() != null) {
      out.field("cause", String.valueOf(CAUSES.get(message.cause())));
    }
    out.endObject();
  }

  /** What the message has decided itself instead of leaving it to its topic. */
  private static void writeOwnRules(JsonOut out, Message message) {
    duration(out, "ttl", message.ttl());
    duration(out, "lease", message.lease());
    if (message.backoff() != null) {
      BackoffJson.write(out.name("backoff"), message.backoff());
    }
  }

  private static void writeTimes(JsonOut out, Message message) {
    out.field("created", message.created().toEpochMilli());
    out.field("due", message.due().toEpochMilli());
    time(out, "next", message.next());
    time(out, "expiry", message.expiry());
    time(out, "claimed", message.claimed());
    time(out, "ended", message.ended());
  }

  private static void writeName(JsonOut out, Message message) {
    out.field("id", message.id());
    writeTopic(out, "topic", message.topic());
  }

  /** A topic's name, and its namespace unless it is the default one. */
  static void writeTopic(JsonOut out, String name, Topic topic) {
    out.field(name, topic.name());
    if (!topic.namespace().equals(Topic.DEFAULT_NAMESPACE)) {
      out.field("namespace", topic.namespace());
    }
  }

  private void writeContent(JsonOut out, Message message) {
    if (message.merged()) {
      writeItems(out, message);
    } else if (!message.items().isEmpty()) {
      BodyJson.write(out, message.body(), json);
    }
  }

  private static void writeAttributes(JsonOut out, Message message) {
    if (!message.attributes().isEmpty()) {
      out.name("attributes").beginObject();
      message.attributes().forEach(out::field);
      out.endObject();
    }
  }

  private void writeItems(JsonOut out, Message message) {
    if (!message.items().isEmpty()) {
      out.name("items").beginArray();
      for (Body item : message.items()) {
        out.beginObject();
        BodyJson.write(out, item, json);
        out.endObject();
      }
      out.endArray();
    }
    if (message.raw()) {
      out.field("raw", true);
    }
  }

  static String word(State state) {
    return String.valueOf(STATES.get(state));
  }

  static void state(JsonOut out, @Nullable State state) {
    if (state != null) {
      out.field("state", word(state));
    }
  }

  static void time(JsonOut out, String name, @Nullable Instant time) {
    if (time != null) {
      out.field(name, time.toEpochMilli());
    }
  }

  static void duration(JsonOut out, String name, @Nullable Duration duration) {
    if (duration != null) {
      out.field(name, Due.millisUp(duration));
    }
  }
}
