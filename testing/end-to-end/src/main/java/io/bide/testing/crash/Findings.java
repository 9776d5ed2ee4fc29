package io.bide.testing.crash;

import java.util.ArrayList;
import java.util.List;

/** Collects violations. */
final class Findings {
  /** Whoever wants to know more reads the history. */
  private static final int LONGEST_TEXT = 2_000;

  private final List<Violation> violations = new ArrayList<>();

  void add(Invariant invariant, Object... what) {
    StringBuilder text = new StringBuilder();
    for (Object part : what) {
      text.append(text.isEmpty() ? "" : " ").append(part);
    }
    text.setLength(Math.min(text.length(), LONGEST_TEXT));
    violations.add(new Violation(invariant, text.toString()));
  }

  List<Violation> all() {
    return List.copyOf(violations);
  }
}
