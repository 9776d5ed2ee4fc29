package io.bide.testing.random;

import io.bide.testing.StoreFixture;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs random sequences on a store and on the oracle side by side. */
public final class RandomSequences {
  private final Supplier<StoreFixture> fixtures;
  private final Coverage coverage = new Coverage();

  /**
   * No sequence is run yet.
   *
   * @param fixtures makes a new, empty fixture for each sequence
   */
  public RandomSequences(Supplier<StoreFixture> fixtures) {
    this.fixtures = fixtures;
  }

  /**
   * Runs sequences.
   *
   * @param firstSeed the seed of the first one; each further one has the next
   * @throws AssertionError when the store differs, with the seed and a short sequence that fails
   */
  public void run(long firstSeed, int sequences) {
    for (long seed = firstSeed; seed < firstSeed + sequences; seed++) {
      run("The sequence of seed " + seed, Generator.steps(seed));
    }
  }

  /**
   * Runs a sequence that was written down.
   *
   * @param text one step each line, as a failure shows them
   */
  public void replay(String name, String text) {
    run("The replay " + name, Step.parseAll(text));
  }

  private void run(String name, List<Step> steps) {
    Optional<Failure> failure = Duel.run(steps, fixtures.get(), coverage);
    if (failure.isPresent()) {
      Failure shrunk = Shrinker.shrink(fixtures, failure.get());
      throw new AssertionError(failure.get().describe(name, shrunk));
    }
  }

  /** How often each verb met each state and what was answered. */
  public String table() {
    return coverage.table();
  }

  /**
   * Checks that the sequences so far met every case that the rules allow, and no other.
   *
   * @throws AssertionError with the cases
   */
  public void checkCoverage() {
    if (!coverage.missing().isEmpty() || !coverage.impossible().isEmpty()) {
      throw new AssertionError("never happened: " + coverage.missing()
          + "\nhappened, but is not possible: " + coverage.impossible() + "\n" + table());
    }
  }
}
