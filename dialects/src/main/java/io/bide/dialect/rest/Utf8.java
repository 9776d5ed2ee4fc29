package io.bide.dialect.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Tells text from other bytes. */
final class Utf8 {
  private static final int BYTE_ORDER_MARK = 0xEF_BB_BF;

  private Utf8() {}

  /**
   * Whether these bytes are UTF-8 that a JSON parser takes for UTF-8: no zeros, by which it would
   * recognise UTF-16, and no mark at the beginning, which it would swallow.
   */
  static boolean isText(byte[] bytes) {
    for (byte b : bytes) {
      if (b <= 0) {
        return !hasZero(bytes) && !hasMark(bytes) && isValid(bytes);
      }
    }
    return true;
  }

  /** Whether these bytes are well-formed UTF-8. */
  static boolean isValid(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return decodes(bytes);
      }
    }
    return true;
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean hasZero(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasMark(byte[] bytes) {
    return bytes.length >= 3
        && ((bytes[0] & 0xFF) << 16 | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF))
            == BYTE_ORDER_MARK;
  }
}
