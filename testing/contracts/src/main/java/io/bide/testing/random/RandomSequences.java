package io.bide.testing.random;

import io.bide.testing.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Runs random sequences on a store and on the oracle side by side. */
public final class RandomSequences {
  private final Supplier<StoreFixture> fixtures;
  private final int atOnce;
  private final Coverage coverage = new Coverage();

  /**
   * No sequence is run yet.
   *
   * @param fixtures makes a new, empty fixture for each sequence
   */
  public RandomSequences(Supplier<StoreFixture> fixtures) {
    this(fixtures, 1);
  }

  /**
   * No sequence is run yet.
   *
   * @param fixtures makes a new, empty fixture for each sequence
   * @param atOnce how many sequences to run at the same time
   */
  public RandomSequences(Supplier<StoreFixture> fixtures, int atOnce) {
    this.fixtures = fixtures;
    this.atOnce = atOnce;
  }

  /**
   * Runs sequences.
   *
   * @param firstSeed the seed of the first one; each further one has the next
   * @throws AssertionError when the store differs, with the seed and a short sequence that fails
   */
  public void run(long firstSeed, int sequences) {
    AtomicLong next = new AtomicLong(firstSeed);
    long end = firstSeed + sequences;
    List<CompletableFuture<Void>> runs = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    for (int i = 0; i < atOnce; i++) {
      runs.add(CompletableFuture.runAsync(() -> runAll(next, end), threads));
    }
    threads.shutdown();
    runs.forEach(RandomSequences::join);
  }

  private void runAll(AtomicLong next, long end) {
    try {
      for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
        run("The sequence of seed " + seed, Generator.steps(seed));
      }
    } finally {
      next.set(end); // When one fails, the others need not go on.
    }
  }

  private static void join(CompletableFuture<Void> run) {
    try {
      run.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof AssertionError failure) {
        throw failure;
      }
      throw e;
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
  void checkCoverage() {
    if (!coverage.missing().isEmpty() || !coverage.impossible().isEmpty()) {
      throw new AssertionError("never happened: " + coverage.missing()
          + "\nhappened, but is not possible: " + coverage.impossible() + "\n" + table());
    }
  }
}
