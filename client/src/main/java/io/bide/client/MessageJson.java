package io.bide.client;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Message;
import io.bide.Receipt;
import io.bide.State;
import io.bide.Topic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as answers show it: one that was handed out, or one that was only looked at. */
final class MessageJson {
  private final BodyJson body = new BodyJson();
  private String namespace = Topic.DEFAULT_NAMESPACE;
  private String topic = "";
  private String id = "";
  private @Nullable State state;
  private @Nullable String receipt;
  private @Nullable List<Body> items;
  private @Nullable Integer itemCount;
  private int itemsLeft;
  private boolean raw;
  private Map<String, String> attributes = Map.of();
  private int attempts;
  private int maxAttempts;
  private Instant created = Instant.EPOCH;
  private Instant due = Instant.EPOCH;
  private @Nullable Instant next;
  private @Nullable Instant expiry;
  private @Nullable Instant claimed;
  private @Nullable Instant ended;
  private @Nullable Duration ttl;
  private @Nullable Duration lease;
  private @Nullable Backoff backoff;
  private @Nullable Cause cause;

  private MessageJson() {}

  /** One that somebody looked at. */
  static Message read(JsonIn in) throws IOException {
    MessageJson json = new MessageJson();
    in.object(name -> json.read(in, name));
    if (json.state == null) {
      throw new IOException("a message without a state");
    }
    return json.build(json.state);
  }

  /** One that was handed out, at the time that the answer tells. */
  static MessageJson readHandedOut(JsonIn in) throws IOException {
    MessageJson json = new MessageJson();
    in.object(name -> json.read(in, name));
    return json;
  }

  Delivery delivery(Instant now) {
    claimed = now;
    boolean leased = receipt != null;
    if (!leased) {
      ended = now;
      cause = Cause.ACKED;
    }
    return new Delivery(
        build(leased ? State.LEASED : State.DONE), receipt == null ? null : Receipt.parse(receipt));
  }

  private void read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "id" -> id = in.text();
      case "topic" -> topic = in.text();
      case "namespace" -> namespace = in.text();
      case "state" -> state = in.word(Words.STATES);
      case "receipt" -> receipt = in.text();
      case "items" -> items = readItems(in);
      case "itemCount" -> itemCount = in.integer();
      case "itemsLeft" -> itemsLeft = in.integer();
      case "raw" -> raw = in.flag();
      case "attributes" -> attributes = in.texts();
      case "attempt", "attempts" -> attempts = in.integer();
      case "maxAttempts" -> maxAttempts = in.attempts();
      case "cause" -> cause = in.word(Words.CAUSES);
      default -> {
        if (!body.read(in, name)) {
          readTimes(in, name);
        }
      }
    }
  }

  private void readTimes(JsonIn in, String name) throws IOException {
    switch (name) {
      case "created" -> created = in.time();
      case "due" -> due = in.time();
      case "next", "leaseEnd" -> next = in.time();
      case "expiry" -> expiry = in.time();
      case "claimed" -> claimed = in.time();
      case "ended" -> ended = in.time();
      case "ttl" -> ttl = in.duration();
      case "lease" -> lease = in.duration();
      case "backoff" -> backoff = BackoffJson.read(in);
      default -> in.skip();
    }
  }

  private static List<Body> readItems(JsonIn in) throws IOException {
    List<Body> items = new ArrayList<>();
    in.array(() -> {
      BodyJson item = new BodyJson();
      in.object(name -> {
        if (!item.read(in, name)) {
          in.skip();
        }
      });
      Body body = item.build();
      if (body != null) {
        items.add(body);
      }
    });
    return items;
  }

  private Message build(State now) {
    boolean merged = items != null || itemCount != null;
    List<Body> shown = items != null ? items : single();
    int count = itemCount != null ? itemCount : merged ? shown.size() + itemsLeft : 1;
    return Message.of(Topic.of(namespace, topic), id, now)
        .items(shown, count)
        .merged(merged, raw)
        .attributes(attributes)
        .created(created)
        .due(due)
        .next(next)
        .expiry(expiry, ttl)
        .lease(lease)
        .backoff(backoff)
        .attempts(attempts, maxAttempts)
        .claimed(claimed)
        .ended(ended, cause)
        .build();
  }

  private List<Body> single() {
    Body content = body.build();
    return content == null ? List.of() : List.of(content);
  }
}
