package io.bide.testing.crash;

/** An invariant that a history breaks, and where. */
record Violation(Invariant invariant, String what) {
  @Override
  public String toString() {
    return invariant + ": " + what;
  }
}
