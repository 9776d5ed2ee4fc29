package io.bide.dialect.camellia;

import io.bide.Body;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.State;
import io.bide.dialect.JsonOut;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as clients see it. Times are epoch milliseconds.
 *
 * @param msg its text in UTF-8; absent when the body is not kept
 * @param retry how often it has been pulled
 */
record DelayMsg(
    String topic,
    String msgId,
    @Nullable Body msg,
    long produceTime,
    long triggerTime,
    long expireTime,
    int maxRetry,
    int retry,
    int status) {
  /** How often a message had been pulled before it came here from another system. */
  static final String RETRIES = "camellia.retry";

  private static final int WAITING = 1;
  private static final int READY = 2;

  /** A message that has just been stored. */
  static DelayMsg of(Put put, PutResult.Stored stored, long ttlMillis, boolean waits) {
    long trigger = stored.due().toEpochMilli();
    return new DelayMsg(
        stored.topic().name(),
        stored.id(),
        put.body(),
        stored.created().toEpochMilli(),
        trigger,
        trigger + ttlMillis,
        retries(put.maxAttempts() == null ? Put.UNLIMITED : put.maxAttempts(), 0),
        0,
        waits ? WAITING : READY);
  }

  static DelayMsg of(Message message) {
    return new DelayMsg(
        message.topic().name(),
        message.id(),
        text(message),
        message.created().toEpochMilli(),
        message.due().toEpochMilli(),
        expire(message.expiry()),
        retries(message.maxAttempts(), before(message)),
        message.attempts() + before(message),
        status(message.state()));
  }

  private static int before(Message message) {
    String retries = message.attributes().get(RETRIES);
    return retries != null && retries.matches("[0-9]{1,9}") ? Integer.parseInt(retries) : 0;
  }

  /** A message that was put by others may live for ever. */
  private static long expire(@Nullable Instant expiry) {
    return expiry == null ? Long.MAX_VALUE : expiry.toEpochMilli();
  }

  private static int retries(int attempts, int before) {
    return attempts == Put.UNLIMITED ? Integer.MAX_VALUE : attempts - 1 + before;
  }

  static int status(State state) {
    return switch (state) {
      case WAITING -> WAITING;
      case READY -> READY;
      case LEASED -> 3;
      case DONE -> 4;
      case EXPIRED -> 5;
      case DEAD -> 6;
      case CANCELLED -> 7;
    };
  }

  /** The text; of a message that others have merged, an array of the texts of its items. */
  private static @Nullable Body text(Message message) {
    if (message.items().isEmpty()) {
      return null;
    }
    if (!message.merged()) {
      return wellFormed(message.body());
    }
    JsonOut items = new JsonOut().beginArray();
    for (Body item : message.items()) {
      items.text(wellFormed(item).bytes());
    }
    return Body.of(items.endArray().toBuffer().getBytes(), Body.JSON);
  }

  private static Body wellFormed(Body body) {
    byte[] bytes = Encoded.wellFormed(body.bytes());
    return bytes == body.bytes() ? body : Body.of(bytes, Body.TEXT);
  }

  /** How many bytes its text has. */
  int size() {
    return msg == null ? 0 : msg.size();
  }

  /** In the order of the original's fields. */
  void write(JsonOut out) {
    out.beginObject().field("topic", topic).field("msgId", msgId).name("msg");
    if (msg == null) {
      out.raw("null");
    } else {
      out.text(msg.bytes());
    }
    out.field("produceTime", produceTime).field("triggerTime", triggerTime);
    out.field("expireTime", expireTime).field("maxRetry", maxRetry);
    out.field("retry", retry).field("status", status).endObject();
  }

  /** In the order of the alphabet, without what is absent: as long polls are answered. */
  void writeSorted(JsonOut out) {
    out.beginObject().field("expireTime", expireTime).field("maxRetry", maxRetry);
    if (msg != null) {
      out.name("msg").text(msg.bytes());
    }
    out.field("msgId", msgId).field("produceTime", produceTime).field("retry", retry);
    out.field("status", status).field("topic", topic);
    out.field("triggerTime", triggerTime).endObject();
  }
}
