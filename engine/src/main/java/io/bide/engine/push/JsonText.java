package io.bide.engine.push;

import java.nio.charset.StandardCharsets;

/**
 * Tells whether bytes are one JSON value (RFC 8259), so that they can stand inside other JSON. It
 * judges and does not keep anything: the engine has no JSON library, and needs none for this.
 */
final class JsonText {
  private static final int MAX_DEPTH = 500;

  private final byte[] bytes;
  private int at;

  private JsonText(byte[] bytes) {
    this.bytes = bytes;
  }

  static boolean isValue(byte[] bytes) {
    if (!JsonArray.isText(bytes)) {
      return false;
    }
    JsonText text = new JsonText(bytes);
    return text.value(0) && text.atEnd();
  }

  private boolean atEnd() {
    skipSpace();
    return at == bytes.length;
  }

  private boolean value(int depth) {
    skipSpace();
    if (depth > MAX_DEPTH || at == bytes.length) {
      return false;
    }
    return switch (bytes[at]) {
      case '{' -> members('}', depth, true);
      case '[' -> members(']', depth, false);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  /** What stands between brackets, separated by commas. */
  private boolean members(char end, int depth, boolean named) {
    at++;
    skipSpace();
    if (take(end)) {
      return true;
    }
    do {
      if (named && !name()) {
        return false;
      }
      if (!value(depth + 1)) {
        return false;
      }
      skipSpace();
    } while (take(','));
    return take(end);
  }

  private boolean name() {
    skipSpace();
    if (at == bytes.length || bytes[at] != '"' || !string()) {
      return false;
    }
    skipSpace();
    return take(':');
  }

  private boolean string() {
    at++;
    while (at < bytes.length) {
      byte b = bytes[at++];
      if (b == '"') {
        return true;
      }
      if ((b >= 0 && b < ' ') || (b == '\\' && !escape())) {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    if (at == bytes.length) {
      return false;
    }
    byte b = bytes[at++];
    if (b != 'u') {
      return "\"\\/bfnrt".indexOf(b) >= 0;
    }
    for (int i = 0; i < 4; i++, at++) {
      if (at == bytes.length || Character.digit(bytes[at], 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean word(String word) {
    for (byte b : word.getBytes(StandardCharsets.US_ASCII)) {
      if (!take((char) b)) {
        return false;
      }
    }
    return true;
  }

  private boolean number() {
    take('-');
    if (!take('0') && !digits()) {
      return false;
    }
    if (take('.') && !digits()) {
      return false;
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      return digits();
    }
    return true;
  }

  private boolean digits() {
    int start = at;
    while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at > start;
  }

  private boolean take(char c) {
    if (at < bytes.length && bytes[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  private void skipSpace() {
    while (at < bytes.length && " \t\n\r".indexOf(bytes[at]) >= 0) {
      at++;
    }
  }
}
