package io.bide.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as camellia keeps it: a JSON object of nine fields.
 *
 * @param triggerTime when it is due, in epoch milliseconds
 * @param expireTime when it ends if it was not consumed, in epoch milliseconds
 * @param maxRetry how many deliveries there may be after the first
 * @param retry how many there were
 * @param status from 1, waiting, to 7, deleted; from 4 on it has ended
 */
record CamelliaMessage(
    String topic,
    String msgId,
    String msg,
    long triggerTime,
    long expireTime,
    int maxRetry,
    int retry,
    int status) {
  private static final long MAX_MILLIS = 253_402_300_799_999L;
  private static final int MAX_DEPTH = 16;
  private static final JsonFactory FACTORY = JsonFactory.builder()
      .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(Integer.MAX_VALUE)
          .build())
      .build();

  /** The message; null if this is none. */
  static @Nullable CamelliaMessage parse(byte[] json) {
    String text = Member.text(json);
    if (text == null) {
      return null;
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      return of(fields(parser));
    } catch (IOException e) {
      return null;
    }
  }

  private static Map<String, Object> fields(JsonParser parser) throws IOException {
    Map<String, Object> fields = new HashMap<>();
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_STRING) {
          fields.put(name, parser.getText());
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
          fields.put(name, parser.getLongValue());
        }
        parser.skipChildren();
      }
    }
    return parser.nextToken() == null ? fields : Map.of();
  }

  private static @Nullable CamelliaMessage of(Map<String, Object> fields) {
    return fields.get("topic") instanceof String topic
            && fields.get("msgId") instanceof String msgId
            && fields.get("msg") instanceof String msg
            && fields.get("triggerTime") instanceof Long trigger
            && isWithin(trigger, MAX_MILLIS)
            && fields.get("expireTime") instanceof Long expire
            && isWithin(expire, MAX_MILLIS)
            && fields.get("maxRetry") instanceof Long maxRetry
            && isWithin(maxRetry, Integer.MAX_VALUE - 1)
            && fields.get("retry") instanceof Long retry
            && isWithin(retry, Integer.MAX_VALUE - 1)
            && fields.get("status") instanceof Long status
            && isWithin(status, Integer.MAX_VALUE)
        ? new CamelliaMessage(
            topic,
            msgId,
            msg,
            trigger,
            expire,
            maxRetry.intValue(),
            retry.intValue(),
            status.intValue())
        : null;
  }

  private static boolean isWithin(long value, long most) {
    return value >= 0 && value <= most;
  }

  boolean isUnder(String itsTopic, String id) {
    return topic.equals(itsTopic) && msgId.equals(id);
  }
}
