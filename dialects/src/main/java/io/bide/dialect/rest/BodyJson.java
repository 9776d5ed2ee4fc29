package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Body;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields {@code body}, {@code bodyBase64} and {@code contentType}.
 *
 * <p>Bytes come back as they were sent: JSON is cut out of the request, not written anew, and JSON of
 * a message is put into the answer as it is. Without a content type, text is text, any other JSON
 * value is JSON, and base64 is binary.
 */
final class BodyJson {
  private byte @Nullable [] json;
  private byte @Nullable [] decoded;
  private @Nullable String text;
  private boolean isText;
  private @Nullable String contentType;

  boolean read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "body" -> readValue(in);
      case "bodyBase64" -> decoded = in.base64();
      case "contentType" -> contentType = in.text();
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readValue(JsonIn in) throws IOException {
    isText = in.isText();
    json = in.raw();
    if (isText && hasEscape(json)) {
      text = in.text();
    }
  }

  private static boolean hasEscape(byte[] json) {
    for (byte b : json) {
      if (b == '\\') {
        return true;
      }
    }
    return false;
  }

  /** What was asked for, null if nothing was. */
  @Nullable
  Body build() {
    if (json != null && decoded != null) {
      throw BideException.invalid("bodyBase64", "and body are both given; give one of them");
    }
    if (decoded != null) {
      return Body.of(decoded, contentType == null ? Body.BINARY : contentType);
    }
    if (json != null) {
      return isText ? ofText(json) : ofValue(json);
    }
    if (contentType != null) {
      throw BideException.invalid(
          "contentType", "is given without a body; give body or bodyBase64");
    }
    return null;
  }

  private Body ofText(byte[] quoted) {
    if (contentType != null && isJson(contentType)) {
      return Body.of(quoted, contentType);
    }
    String type = contentType == null ? Body.TEXT : contentType;
    if (text == null) {
      return Body.of(Arrays.copyOfRange(quoted, 1, quoted.length - 1), type);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw BideException.invalid("body", "has half a character (a lone surrogate); remove it");
    }
    return Body.of(bytes, type);
  }

  private Body ofValue(byte[] value) {
    if (contentType == null) {
      return Body.of(value, Body.JSON);
    }
    if (!isJson(contentType)) {
      throw BideException.invalid(
          "body", "must be text for this contentType; or send the bytes as bodyBase64");
    }
    return Body.of(value, contentType);
  }

  /** Whether this is {@code application/json} or anything that ends in {@code +json}. */
  static boolean isJson(String contentType) {
    if (contentType.equals(Body.JSON)) {
      return true;
    }
    int end = contentType.indexOf(';');
    String type =
        (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return type.equals(Body.JSON) || type.endsWith("+json");
  }

  /** Writes a body in the form in which it is best read. */
  static void write(JsonOut out, Body body, Json json) {
    String type = body.contentType();
    if (type.equals(Body.BINARY)) {
      out.name("bodyBase64").base64(body.bytes());
    } else if (type.equals(Body.TEXT) || !isJson(type)) {
      writeText(out, body.bytes());
    } else {
      writeJson(out, body.bytes(), json);
    }
    out.field("contentType", type);
  }

  /** What is no JSON is not shown as text: it would look like a JSON text. */
  private static void writeJson(JsonOut out, byte[] bytes, Json json) {
    if (json.isValue(bytes)) {
      out.name("body").raw(bytes);
    } else {
      out.name("bodyBase64").base64(bytes);
    }
  }

  private static void writeText(JsonOut out, byte[] bytes) {
    if (Utf8.isValid(bytes)) {
      out.name("body").text(bytes);
    } else {
      out.name("bodyBase64").base64(bytes);
    }
  }
}
