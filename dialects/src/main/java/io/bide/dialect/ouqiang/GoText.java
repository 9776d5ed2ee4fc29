package io.bide.dialect.ouqiang;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Text as Go has it: bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD, one for each
 * byte and each half. (Java's own decoder writes one for several bytes.)
 */
final class GoText {
  private static final char REPLACEMENT = '\uFFFD';

  private GoText() {}

  static String decode(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      out.put(REPLACEMENT);
      in.position(in.position() + 1);
      decoder.reset();
      result = decoder.decode(in, out, true);
    }
    return out.flip().toString();
  }

  /** Replaces halves of pairs, which only an escape can have brought in. */
  static String whole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaceHalves(text);
      }
    }
    return text;
  }

  private static String replaceHalves(String text) {
    return text.codePoints()
        .map(point -> isHalf(point) ? REPLACEMENT : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
