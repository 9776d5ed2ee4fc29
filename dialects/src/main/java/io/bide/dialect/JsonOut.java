package io.bide.dialect;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * JSON on its way out, written into one growing array.
 *
 * <p>Whether a comma is needed is told by the last byte: a value or a name follows without one only at
 * the beginning and after an opening bracket or a colon.
 */
public final class JsonOut {
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };
  private static final int MAX_DIGITS = 20;
  private static final int MAX_BYTES_PER_CHAR = 6;

  private byte[] bytes;
  private int size;

  public JsonOut() {
    this(512);
  }

  public JsonOut(int expectedSize) {
    bytes = new byte[expectedSize];
  }

  /** How many bytes were written. */
  public int size() {
    return size;
  }

  /** All that was written. */
  public Buffer toBuffer() {
    return Buffer.buffer(size).appendBytes(bytes, 0, size);
  }

  public JsonOut beginObject() {
    comma();
    put((byte) '{');
    return this;
  }

  public JsonOut endObject() {
    put((byte) '}');
    return this;
  }

  public JsonOut beginArray() {
    comma();
    put((byte) '[');
    return this;
  }

  public JsonOut endArray() {
    put((byte) ']');
    return this;
  }

  public JsonOut name(String name) {
    text(name);
    put((byte) ':');
    return this;
  }

  public JsonOut field(String name, String value) {
    return name(name).text(value);
  }

  public JsonOut field(String name, long value) {
    return name(name).number(value);
  }

  public JsonOut field(String name, boolean value) {
    return name(name).raw(value ? "true" : "false");
  }

  /** Left out if there is none. */
  public JsonOut optional(String name, @Nullable String value) {
    return value == null ? this : field(name, value);
  }

  /** Text without halves of characters, which nothing that was admitted has. */
  public JsonOut text(String value) {
    comma();
    int length = value.length();
    reserve(length * MAX_BYTES_PER_CHAR + 2);
    bytes[size++] = '"';
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= ' ' && c <= 0x7F && c != '"' && c != '\\') {
        bytes[size++] = (byte) c;
      } else if (c < 0x80) {
        escape(c);
      } else {
        i = encode(value, i);
      }
    }
    bytes[size++] = '"';
    return this;
  }

  /** Text that is UTF-8 already. */
  public JsonOut text(byte[] utf8) {
    comma();
    reserve(utf8.length + escapes(utf8) * (MAX_BYTES_PER_CHAR - 1) + 2);
    bytes[size++] = '"';
    for (byte b : utf8) {
      if (needsEscape(b)) {
        escape((char) b);
      } else {
        bytes[size++] = b;
      }
    }
    bytes[size++] = '"';
    return this;
  }

  private static int escapes(byte[] utf8) {
    int count = 0;
    for (byte b : utf8) {
      count += needsEscape(b) ? 1 : 0;
    }
    return count;
  }

  private static boolean needsEscape(byte b) {
    return (b >= 0 && b < ' ') || b == '"' || b == '\\';
  }

  private void escape(char c) {
    bytes[size++] = '\\';
    switch (c) {
      case '"', '\\' -> bytes[size++] = (byte) c;
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      case '\b' -> bytes[size++] = 'b';
      case '\f' -> bytes[size++] = 'f';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEX[c >> 4];
        bytes[size++] = HEX[c & 0xF];
      }
    }
  }

  /** Writes one character as UTF-8; returns the index of its last char. */
  private int encode(String value, int at) {
    int point = value.codePointAt(at);
    if (point < 0x800) {
      bytes[size++] = (byte) (0xC0 | (point >> 6));
    } else if (point < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      bytes[size++] = (byte) (0xE0 | (point >> 12));
      follow(point >> 6);
    } else {
      bytes[size++] = (byte) (0xF0 | (point >> 18));
      follow(point >> 12);
      follow(point >> 6);
    }
    follow(point);
    return at + Character.charCount(point) - 1;
  }

  private void follow(int bits) {
    bytes[size++] = (byte) (0x80 | (bits & 0x3F));
  }

  public JsonOut number(long value) {
    if (value < 0) {
      return raw(Long.toString(value));
    }
    comma();
    reserve(MAX_DIGITS);
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int i = size + digits - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** A value that is JSON in ASCII already. */
  public JsonOut raw(String ascii) {
    comma();
    reserve(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  /** A value that is JSON already. */
  public JsonOut raw(byte[] json) {
    comma();
    append(json);
    return this;
  }

  public JsonOut base64(byte[] value) {
    comma();
    put((byte) '"');
    append(Base64.getEncoder().encode(value));
    put((byte) '"');
    return this;
  }

  private void comma() {
    if (size > 0) {
      byte last = bytes[size - 1];
      if (last != '{' && last != '[' && last != ':') {
        put((byte) ',');
      }
    }
  }

  private void append(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  private void put(byte b) {
    reserve(1);
    bytes[size++] = b;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
