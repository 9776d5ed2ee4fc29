package io.bide.engine.push;

import io.bide.Body;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Items as one JSON array, in their order: JSON as it is, other text as a JSON text, and what is no
 * text as the base64 of its bytes. What claims to be JSON and is not goes in as a text.
 */
final class JsonArray {
  private static final String HEX = "0123456789abcdef";

  private JsonArray() {}

  static byte[] of(List<Body> items) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      write(out, items.get(i));
    }
    out.write(']');
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, Body item) {
    if (isJson(item.contentType()) && JsonText.isValue(item.bytes())) {
      out.writeBytes(item.bytes());
    } else if (isText(item.bytes())) {
      writeText(out, item.bytes());
    } else {
      writeText(out, Base64.getEncoder().encode(item.bytes()));
    }
  }

  private static boolean isJson(String contentType) {
    int end = contentType.indexOf(';');
    String type =
        (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return type.equals(Body.JSON) || type.endsWith("+json");
  }

  static boolean isText(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static void writeText(ByteArrayOutputStream out, byte[] utf8) {
    out.write('"');
    for (byte b : utf8) {
      if (b == '"' || b == '\\') {
        out.write('\\');
        out.write(b);
      } else if (b >= 0 && b < ' ') {
        out.writeBytes("\\u00".getBytes(StandardCharsets.US_ASCII));
        out.write(HEX.charAt(b >> 4));
        out.write(HEX.charAt(b & 0xF));
      } else {
        out.write(b);
      }
    }
    out.write('"');
  }
}
