package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills the queue again and again and checks the history: {@code -Dbide.crash.rounds=300} for more
 * rounds than the default, {@code -Dbide.crash.seed=…} for the choices of an earlier run.
 */
class CrashIT {
  /** Each campaign starts with an empty directory, so that a history stays small. */
  private static final int ROUNDS_PER_CAMPAIGN = 20;

  private static final int ROUNDS = Integer.getInteger("bide.crash.rounds", 20);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path home;

  static IntStream campaigns() {
    return IntStream.iterate(ROUNDS, left -> left > 0, left -> left - ROUNDS_PER_CAMPAIGN)
        .map(left -> Math.min(left, ROUNDS_PER_CAMPAIGN));
  }

  @ParameterizedTest
  @MethodSource("campaigns")
  void killedAgainAndAgain_thePromisesHold(int rounds) throws InterruptedException {
    long seed = Long.getLong("bide.crash.seed", new Random().nextLong());
    System.out.println("crash test: " + rounds + " rounds, -Dbide.crash.seed=" + seed);
    CrashRun run = new CrashRun(home, seed, Fault.NONE);
    try {
      run.run(rounds);
    } finally {
      System.out.println("crash test: history in " + run.save() + " until the test has passed");
    }
    assertThat(HistoryChecker.check(run.history())).as("seed %s", seed).isEmpty();
  }
}
