package io.bide.dialect.ouqiang;

/** Trims what Unicode calls white space, which is more than Java's {@code strip} takes away. */
final class Spaces {
  private static final char NEXT_LINE = 0x85;
  private static final char NO_BREAK = 0xA0;
  private static final char FIGURE = 0x2007;
  private static final char NARROW_NO_BREAK = 0x202F;

  private Spaces() {}

  static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (start < end && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', 0x0B, '\f', '\r', ' ' -> true;
      case NEXT_LINE, NO_BREAK, FIGURE, NARROW_NO_BREAK -> true;
      default -> c > NO_BREAK && Character.isWhitespace(c);
    };
  }
}
