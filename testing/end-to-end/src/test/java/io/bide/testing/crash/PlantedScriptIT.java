package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test of several nodes is believed because it finds mistakes that were made on purpose. */
class PlantedScriptIT {
  private static final String SCRIPTS = "io/bide/store/redis/lua/";

  private static final Set<Invariant> EXPECTED =
      EnumSet.of(Invariant.STALE_RECEIPT, Invariant.EARLY, Invariant.TWO_LEASES);

  /** What a mistake does depends on who meets whom; more often than this it does not hide. */
  private static final int MOST_RUNS = 8;

  @TempDir
  Path home;

  @Test
  void mistakesInTheScripts_areCaughtByTheirInvariants() throws Exception {
    Path planted = home.resolve("planted");
    // A receipt only names the message.
    plant(planted, "settle.lua", "alive.fence == s.fence", "alive.fence ~= 0");
    // What is due, or whose lease ends, within a second is taken already now.
    plant(planted, "claim.lua", "'-inf', now,", "'-inf', now + 1000,");

    Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
    for (int seed = 1; seed <= MOST_RUNS && !broken.containsAll(EXPECTED); seed++) {
      Path own = Files.createDirectory(home.resolve("run" + seed));
      try (NodesRun run = new NodesRun(own, seed, planted.toString())) {
        HistoryChecker.check(run.run(1, 1)).forEach(found -> broken.add(found.invariant()));
      }
    }
    assertThat(broken).containsAll(EXPECTED);
  }

  /** Puts a script with a mistake, wherever it can be made, where it is found before the one in the jar. */
  private static void plant(Path classPath, String script, String right, String wrong)
      throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(System.getProperty("bide.jar")))) {
      String text = Files.readString(jar.getPath(SCRIPTS + script));
      assertThat(text).as("where the mistake belongs").contains(right);
      Files.createDirectories(classPath.resolve(SCRIPTS));
      Files.writeString(classPath.resolve(SCRIPTS + script), text.replace(right, wrong));
    }
  }
}
