package io.bide.testing.random;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a store differed from the oracle.
 *
 * @param steps those that were run, up to the one that showed it
 * @param step the step that was answered differently; a look at the end is not among the steps
 */
record Failure(List<Step> steps, Step step, String expected, String actual) {
  /** Everything that is needed to see it again. */
  String describe(String name, Failure shrunk) {
    return name + " differs from the oracle at step " + steps.size() + ":\n" + differs()
        + "\n\nShrunk to " + shrunk.steps().size() + " steps, which can be kept as a replay:\n\n"
        + shrunk.steps().stream().map(Step::toString).collect(Collectors.joining("\n"))
        + "\n\nwhere " + shrunk.differs();
  }

  private String differs() {
    return step + "\nexpected: " + expected + "\n but was: " + actual;
  }
}
