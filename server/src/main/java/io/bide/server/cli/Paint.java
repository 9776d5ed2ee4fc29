package io.bide.server.cli;

import java.util.Map;

/** Colours where they are shown, and text that cannot do anything to a terminal. */
final class Paint {
  private static final String BOLD = "1";
  private static final Map<String, String> STATES = Map.of(
      "waiting",
      "36",
      "ready",
      "32",
      "leased",
      "33",
      "done",
      "2",
      "expired",
      "35",
      "dead",
      "31",
      "cancelled",
      "2");

  private final boolean colours;

  Paint(boolean colours) {
    this.colours = colours;
  }

  String heading(String text) {
    return in(BOLD, text);
  }

  /** A state, in its colour; whatever surrounds it stays. */
  String state(String text) {
    String colour = STATES.get(text.strip());
    return colour == null ? text : in(colour, text);
  }

  private String in(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** Control characters become visible, so that no message can steer the terminal it is shown on. */
  static String visible(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(c -> {
      if (Character.isISOControl(c) && c != '\n' && c != '\t') {
        shown.append(String.format("\\u%04x", c));
      } else {
        shown.appendCodePoint(c);
      }
    });
    return shown.toString();
  }

  /** The same in one line of at most so many characters. */
  static String visible(String text, int most) {
    String line = visible(text).replace("\n", "\\n").replace("\t", "\\t");
    return line.length() <= most ? line : line.substring(0, most - 1) + "…";
  }
}
