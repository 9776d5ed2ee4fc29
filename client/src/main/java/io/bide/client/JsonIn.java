package io.bide.client;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bide.Put;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * JSON on its way in. The parser stands on a value whenever somebody is asked to read one. Fields that
 * are not known are skipped: a newer server may say more.
 */
final class JsonIn {
  private final byte[] bytes;
  private final JsonParser parser;

  /** Reads the fields of one kind of object. */
  @FunctionalInterface
  interface Fields {
    /** Reads the value of a field, or {@linkplain JsonIn#skip skips} it. */
    void read(String name) throws IOException;
  }

  /** Reads one element of an array. */
  @FunctionalInterface
  interface Element {
    void read() throws IOException;
  }

  JsonIn(byte[] bytes, JsonParser parser) {
    this.bytes = bytes;
    this.parser = parser;
  }

  boolean isText() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  void object(Fields fields) throws IOException {
    expect(JsonToken.START_OBJECT);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      fields.read(name);
    }
  }

  void array(Element element) throws IOException {
    expect(JsonToken.START_ARRAY);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  void skip() throws IOException {
    parser.skipChildren();
  }

  String text() throws IOException {
    expect(JsonToken.VALUE_STRING);
    return parser.getText();
  }

  long number() throws IOException {
    return parser.getLongValue();
  }

  int integer() throws IOException {
    return parser.getIntValue();
  }

  double fraction() throws IOException {
    return parser.getDoubleValue();
  }

  boolean flag() throws IOException {
    return parser.getBooleanValue();
  }

  Instant time() throws IOException {
    return Instant.ofEpochMilli(number());
  }

  Duration duration() throws IOException {
    return Duration.ofMillis(number());
  }

  int attempts() throws IOException {
    return isText() ? Put.UNLIMITED : integer();
  }

  byte[] base64() throws IOException {
    return parser.getBinaryValue();
  }

  <E> E word(Map<String, E> words) throws IOException {
    E constant = words.get(text());
    if (constant == null) {
      throw new JsonParseException(parser, "the word " + parser.getText() + " is not known");
    }
    return constant;
  }

  Map<String, String> texts() throws IOException {
    Map<String, String> texts = new HashMap<>();
    object(name -> texts.put(name, text()));
    return texts;
  }

  /**
   * The bytes of a value exactly as they were put, white space around it included: the server itself
   * writes none.
   */
  byte[] raw() throws IOException {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int end = (int) parser.currentLocation().getByteOffset();
    while (isSpace(bytes[start - 1])) {
      start--;
    }
    while (isSpace(bytes[end])) {
      end++;
    }
    return Arrays.copyOfRange(bytes, start, end);
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private void expect(JsonToken token) throws IOException {
    if (parser.currentToken() != token) {
      throw new JsonParseException(
          parser, "expected " + token + ", there is " + parser.currentToken());
    }
  }
}
