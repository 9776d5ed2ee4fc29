package io.bide.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encoding, read strictly: what is no UTF-8 text is refused, not replaced by something that
 * looks like it.
 */
final class Percent {
  private Percent() {}

  /**
   * The text of a segment of a path, where a plus sign stands for itself.
   *
   * @throws IllegalArgumentException when it is none
   */
  static String decodeSegment(String encoded) {
    return encoded.indexOf('%') < 0 ? encoded : decode(encoded);
  }

  /**
   * The text of a name or value in a query, where a plus sign stands for a space.
   *
   * @throws IllegalArgumentException when it is none
   */
  static String decodeParameter(String encoded) {
    return decodeSegment(encoded.indexOf('+') < 0 ? encoded : encoded.replace('+', ' '));
  }

  private static String decode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        bytes.write(hex(encoded, i + 1) << 4 | hex(encoded, i + 2));
        i += 2;
      } else {
        // The codec reads a request line byte by byte.
        bytes.write(c);
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("is not UTF-8 text in percent-encoding", e);
    }
  }

  private static int hex(String encoded, int at) {
    int digit = at < encoded.length() ? Character.digit(encoded.charAt(at), 16) : -1;
    if (digit < 0) {
      throw new IllegalArgumentException("has a percent sign without two hexadecimal digits");
    }
    return digit;
  }
}
