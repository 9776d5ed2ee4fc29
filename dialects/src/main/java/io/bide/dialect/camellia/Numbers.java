package io.bide.dialect.camellia;

import java.nio.charset.StandardCharsets;

/** Numbers as the original takes them: blanks do not matter, and hexadecimal ones begin with 0x or #. */
final class Numbers {
  /** So many digits cannot overflow. */
  private static final int SAFE_DIGITS = 18;

  private Numbers() {}

  /**
   * The number.
   *
   * @throws NumberFormatException when it is none
   */
  static long parse(byte[] text) {
    return isPlain(text) ? digits(text) : Numbers.parse(new String(text, StandardCharsets.UTF_8));
  }

  private static boolean isPlain(byte[] text) {
    if (text.length == 0 || text.length > SAFE_DIGITS) {
      return false;
    }
    for (byte b : text) {
      if (b < '0' || b > '9') {
        return false;
      }
    }
    return true;
  }

  private static long digits(byte[] text) {
    long number = 0;
    for (byte b : text) {
      number = 10 * number + b - '0';
    }
    return number;
  }

  private static long parse(String text) {
    StringBuilder trimmed = new StringBuilder(text.length());
    text.codePoints()
        .filter(point -> !Character.isWhitespace(point))
        .forEach(trimmed::appendCodePoint);
    String number = trimmed.toString();
    String digits = number.startsWith("-") ? number.substring(1) : number;
    boolean hexadecimal =
        digits.startsWith("0x") || digits.startsWith("0X") || digits.startsWith("#");
    return hexadecimal ? Long.decode(number) : Long.parseLong(number);
  }
}
