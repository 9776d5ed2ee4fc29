package io.bide.dialect.ouqiang;

import io.bide.Message;
import io.bide.TopicSettings;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * The answers, as Go's {@code encoding/json} writes them: {@code <}, {@code >}, {@code &} and the line
 * ends of Unicode are escaped so that they are safe inside HTML and JavaScript, everything else beyond ASCII
 * is not.
 */
final class Reply {
  private static final String DONE = "操作成功";
  private static final char LINE_SEPARATOR = 0x2028;
  private static final char PARAGRAPH_SEPARATOR = 0x2029;

  private final StringBuilder json = new StringBuilder(256);

  private Reply(int code, String message) {
    json.append("{\"code\":").append(code).append(",\"message\":");
    text(message).append(",\"data\":");
  }

  static Buffer failed(String message) {
    return new Reply(1, message).end("null");
  }

  static Buffer pushed() {
    return new Reply(0, "添加成功").end("null");
  }

  /** It worked, and there is nothing to tell. */
  static Buffer nothing() {
    return new Reply(0, DONE).end("null");
  }

  static Buffer popped(Message job) {
    Reply reply = new Reply(0, DONE);
    reply.json.append("{\"id\":");
    reply.text(job.id()).append(",\"body\":");
    reply.text(body(job));
    return reply.end("}");
  }

  static Buffer shown(Message job) {
    Duration ttr = job.lease() == null ? TopicSettings.DEFAULT_LEASE : job.lease();
    Reply reply = new Reply(0, DONE);
    reply.json.append("{\"topic\":");
    reply.text(job.topic().name()).append(",\"id\":");
    reply.text(job.id()).append(",\"delay\":").append(job.due().getEpochSecond());
    reply.json.append(",\"ttr\":").append(ttr.toSeconds()).append(",\"body\":");
    reply.text(body(job));
    return reply.end("}");
  }

  private static String body(Message job) {
    return GoText.decode(job.body().bytes());
  }

  private Buffer end(String last) {
    return Buffer.buffer(json.append(last).append('}').toString());
  }

  private StringBuilder text(String value) {
    json.append('"');
    for (int i = 0; i < value.length(); i++) {
      append(value.charAt(i));
    }
    return json.append('"');
  }

  private void append(char c) {
    switch (c) {
      case '"', '\\' -> json.append('\\').append(c);
      case '\n' -> json.append("\\n");
      case '\r' -> json.append("\\r");
      case '\t' -> json.append("\\t");
      case '<', '>', '&', LINE_SEPARATOR, PARAGRAPH_SEPARATOR -> escape(c);
      default -> {
        if (c < ' ') {
          escape(c);
        } else {
          json.append(c);
        }
      }
    }
  }

  private void escape(char c) {
    json.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      json.append(Character.forDigit((c >> shift) & 0xF, 16));
    }
  }
}
