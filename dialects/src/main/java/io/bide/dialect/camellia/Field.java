package io.bide.dialect.camellia;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Every parameter that means something; all others are read over. */
enum Field {
  TOPIC("topic"),
  MSG("msg"),
  MSG_ID("msgId"),
  DELAY("delayMillis"),
  TTL("ttlMillis"),
  MAX_RETRY("maxRetry"),
  ACK_TIMEOUT("ackTimeoutMillis"),
  BATCH("batch"),
  WAIT("longPollingTimeoutMillis"),
  ACK("ack"),
  RELEASE("release");

  private static final Field[] ALL = values();

  private final String word;

  @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
  private final byte[] bytes;

  Field(String word) {
    this.word = word;
    this.bytes = word.getBytes(StandardCharsets.US_ASCII);
  }

  String word() {
    return word;
  }

  /** The field of this name, which is told without making a text of it. */
  static @Nullable Field named(byte[] name, int from, int to) {
    for (Field field : ALL) {
      if (Arrays.equals(field.bytes, 0, field.bytes.length, name, from, to)) {
        return field;
      }
    }
    return null;
  }
}
