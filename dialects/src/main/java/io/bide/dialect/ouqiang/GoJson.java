package io.bide.dialect.ouqiang;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.bide.dialect.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads a request as Go's {@code encoding/json} fills a struct: names match whatever the case of their
 * ASCII letters, the last of several wins, unknown ones are skipped, and {@code null} leaves a field (or
 * the whole request) as it is. A number for a text, a text for a number, a fraction, or anything after
 * the end is an error, like JSON that is none.
 */
final class GoJson {
  private static final int MAX_DEPTH = 10_000;
  private static final JsonFactory FACTORY = JsonFactory.builder()
      .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
      .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .maxNumberLength(Integer.MAX_VALUE)
          .build())
      .build();

  private final JsonParser parser;
  private String topic = "";
  private String id = "";
  private long delay;
  private long ttr;
  private String body = "";

  private GoJson(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a request.
   *
   * @throws Refusal when it is none
   */
  static JobRequest read(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(GoText.decode(json))) {
      return new GoJson(parser).read();
    } catch (JsonProcessingException e) {
      throw unreadable();
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private static Refusal unreadable() {
    return JobRequest.complaint("解析json失败");
  }

  private JobRequest read() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == JsonToken.START_OBJECT) {
      readFields();
    } else if (first != JsonToken.VALUE_NULL) {
      throw unreadable();
    }
    if (parser.nextToken() != null) {
      throw unreadable();
    }
    return new JobRequest(topic, id, delay, ttr, body);
  }

  private void readFields() throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      JsonToken token = parser.nextToken();
      if (token != JsonToken.VALUE_NULL) {
        readField(lowerCase(name));
      }
    }
  }

  private void readField(String name) throws IOException {
    switch (name) {
      case "topic" -> topic = text();
      case "id" -> id = text();
      case "delay" -> delay = number();
      case "ttr" -> ttr = number();
      case "body" -> body = text();
      default -> parser.skipChildren();
    }
  }

  private String text() throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw unreadable();
    }
    return GoText.whole(parser.getText());
  }

  private long number() throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw unreadable();
    }
    return parser.getLongValue();
  }

  /** Of ASCII letters alone: {@code İD} is no id. */
  private static String lowerCase(String name) {
    StringBuilder lower = null;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        lower = lower == null ? new StringBuilder(name) : lower;
        lower.setCharAt(i, (char) (c + ('a' - 'A')));
      }
    }
    return lower == null ? name : lower.toString();
  }
}
