package io.bide.testing.crash;

import java.util.ArrayList;
import java.util.List;

/** Collects violations. */
final class Findings {
  private final List<Violation> violations = new ArrayList<>();

  void add(Invariant invariant, Object... what) {
    StringBuilder text = new StringBuilder();
    for (Object part : what) {
      text.append(text.isEmpty() ? "" : " ").append(part);
    }
    violations.add(new Violation(invariant, text.toString()));
  }

  List<Violation> all() {
    return List.copyOf(violations);
  }
}
