package io.bide.testing.random;

import io.bide.testing.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds a short sequence that fails: leaves out ever smaller chunks, then single steps, as long as
 * what remains still fails in some way.
 */
final class Shrinker {
  private static final int MOST_RUNS = 1_500;

  private final Supplier<StoreFixture> fixtures;
  private Failure best;
  private int runs;

  private Shrinker(Supplier<StoreFixture> fixtures, Failure failure) {
    this.fixtures = fixtures;
    best = failure;
  }

  static Failure shrink(Supplier<StoreFixture> fixtures, Failure failure) {
    return new Shrinker(fixtures, failure).shrink();
  }

  private Failure shrink() {
    for (int chunk = best.steps().size() / 2; chunk > 1; chunk /= 2) {
      leaveOut(chunk);
    }
    int before;
    do {
      before = best.steps().size();
      leaveOut(1);
    } while (best.steps().size() < before && runs < MOST_RUNS);
    return best;
  }

  /** From the end, because what matters most is there. */
  private void leaveOut(int chunk) {
    for (int end = best.steps().size(); end > 0 && runs < MOST_RUNS; end -= chunk) {
      int to = Math.min(end, best.steps().size());
      List<Step> fewer = new ArrayList<>(best.steps());
      fewer.subList(Math.max(0, to - chunk), to).clear();
      runs++;
      Optional<Failure> failure = Duel.runAgain(fewer, fixtures.get());
      failure.ifPresent(shorter -> best = shorter);
    }
  }
}
