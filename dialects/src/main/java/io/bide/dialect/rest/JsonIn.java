package io.bide.dialect.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.bide.dialect.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * The JSON of one request, read once from front to back without a tree in between.
 *
 * <p>The parser stands on a value whenever somebody is asked to read one. What is not as expected is a
 * {@link Refusal} that names the path of the field. Only the shape is judged here; whether a value
 * makes sense is judged by those who build something of it, when the whole item has been read. So a
 * request with a wrong shape fails as a whole, and an item with a wrong value fails alone.
 */
final class JsonIn {
  private static final int MAX_FIELDS = 32;

  private final byte[] bytes;
  private final JsonParser parser;
  private final Json.Limits limits;

  /** Names of fields in the objects that are being read, the innermost object last. */
  private final String[] names = new String[MAX_FIELDS];

  private int nameCount;

  /** Reads the fields of one kind of object. */
  @FunctionalInterface
  interface Fields {
    /**
     * Reads the value of a field.
     *
     * @return false if there is no such field
     */
    boolean read(String name) throws IOException;
  }

  /** Reads one element of an array. */
  @FunctionalInterface
  interface Element {
    void read() throws IOException;
  }

  JsonIn(byte[] bytes, JsonParser parser, Json.Limits limits) {
    this.bytes = bytes;
    this.parser = parser;
    this.limits = limits;
  }

  Json.Limits limits() {
    return limits;
  }

  boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  boolean isArray() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  boolean isText() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  boolean isNumber() {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
  }

  void object(Fields fields) throws IOException {
    if (!isObject()) {
      throw wrong("must be an object");
    }
    int outer = nameCount;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      remember(name, outer);
      parser.nextToken();
      if (!fields.read(name)) {
        throw wrong("is not a field of this request; remove it");
      }
    }
    nameCount = outer;
  }

  /** The names are few, for an unknown one ends it. */
  private void remember(String name, int outer) {
    for (int i = outer; i < nameCount; i++) {
      if (names[i].equals(name)) {
        throw wrong("is given twice; give it once");
      }
    }
    names[nameCount++] = name;
  }

  void array(Element element) throws IOException {
    if (!isArray()) {
      throw wrong("must be an array");
    }
    for (int count = 0; parser.nextToken() != JsonToken.END_ARRAY; count++) {
      boundElements(count);
      element.read();
    }
  }

  String text() throws IOException {
    if (!isText()) {
      throw wrong("must be text");
    }
    return parser.getText();
  }

  boolean flag() throws IOException {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw wrong("must be true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  int integer() throws IOException {
    long value = wholeNumber("must be a whole number");
    if (value != (int) value) {
      throw wrong("is out of range; the most is " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  double number() throws IOException {
    if (!isNumber() && parser.currentToken() != JsonToken.VALUE_NUMBER_FLOAT) {
      throw wrong("must be a number");
    }
    return parser.getDoubleValue();
  }

  private long wholeNumber(String otherwise) throws IOException {
    if (!isNumber()) {
      throw wrong(otherwise);
    }
    try {
      return parser.getLongValue();
    } catch (InputCoercionException e) {
      throw wrong("is out of range");
    }
  }

  Duration duration() throws IOException {
    if (isText()) {
      try {
        return Times.duration(parser.getText());
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()));
      }
    }
    return Duration.ofMillis(
        wholeNumber("must be a duration: whole milliseconds, or text such as \"90s\""));
  }

  Instant time() throws IOException {
    if (isText()) {
      try {
        return Times.time(parser.getText());
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()));
      }
    }
    return Instant.ofEpochMilli(wholeNumber(
        "must be a time: epoch milliseconds, or text such as \"2030-01-31T12:00:00Z\""));
  }

  <E extends Enum<E>> E word(Class<E> type) throws IOException {
    try {
      return Words.parse(type, text());
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  byte[] base64() throws IOException {
    try {
      return Base64.getDecoder().decode(text());
    } catch (IllegalArgumentException e) {
      throw wrong("is not base64 (RFC 4648, the alphabet with + and /)");
    }
  }

  /** Names and texts; the only object whose names are free. */
  Map<String, String> texts() throws IOException {
    if (!isObject()) {
      throw wrong("must be an object of texts");
    }
    Map<String, String> texts = new HashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      boundElements(texts.size());
      parser.nextToken();
      if (texts.put(name, text()) != null) {
        throw wrong("is given twice; give it once");
      }
    }
    return texts;
  }

  /** The bytes of a value exactly as they were sent. */
  byte[] raw() throws IOException {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    return Arrays.copyOfRange(bytes, start, (int) parser.currentLocation().getByteOffset());
  }

  /** Nothing may follow. */
  void end() throws IOException {
    if (parser.nextToken() != null) {
      throw wrong("is followed by something else; send one JSON value");
    }
  }

  private void boundElements(int count) {
    if (count >= limits.maxElements()) {
      String what = subject();
      throw new Refusal(
          413,
          "too-large",
          Json.path(parser),
          what + " is beyond the limit of " + limits.maxElements()
              + " elements; send fewer at once",
          Map.of());
    }
  }

  /** Says what is wrong with the value or name on which the parser stands. */
  Refusal wrong(String problem) {
    return new Refusal(400, "invalid", Json.path(parser), subject() + " " + problem, Map.of());
  }

  private String subject() {
    String path = Json.path(parser);
    return path == null ? "the body" : path;
  }

  /** What the parser says is wrong. */
  Refusal malformed(JsonProcessingException cause) {
    return Json.malformed(cause, parser, limits);
  }
}
