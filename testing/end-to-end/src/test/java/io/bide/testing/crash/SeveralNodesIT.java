package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three servers on one Redis, one of them killed and one standing still in each round: {@code
 * -Dbide.nodes.rounds=20} for more rounds than the default, {@code -Dbide.nodes.seed=…} for the choices of
 * an earlier run.
 */
class SeveralNodesIT {
  private static final int ROUNDS = Integer.getInteger("bide.nodes.rounds", 1);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path home;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void killedAndStandingStill_thePromisesHoldOnAllNodes(int partitions) throws Exception {
    long seed = Long.getLong("bide.nodes.seed", new Random().nextLong());
    System.out.println("several nodes: " + ROUNDS + " rounds, -Dbide.nodes.seed=" + seed
        + ", history in " + home + " until the test has passed");
    try (NodesRun run = new NodesRun(home, seed, "")) {
      List<Event> history = run.run(ROUNDS, partitions);

      // Whoever waits at the server that stands still waits as long as it does.
      assertThat(HistoryChecker.check(history))
          .as("seed %s", seed)
          .filteredOn(found -> found.invariant() != Invariant.STUCK)
          .isEmpty();
      assertThat(run.nodesThatAnswered(history)).contains(0, 1, 2);
      System.out.println("several nodes: " + history.size() + " lines of history");
    }
  }
}
