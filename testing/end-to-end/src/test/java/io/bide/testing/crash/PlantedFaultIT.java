package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The crash test is believed because it finds mistakes that were made on purpose. */
class PlantedFaultIT {
  /** What a fault does depends on the moment of the kill; more often than this it does not hide. */
  private static final int MOST_TRIALS = 10;

  /** Nearly always the first try shows it; on a slow machine fewer calls come between two kills. */
  private static final int TRIES = 20;

  private static final int ROUNDS = 1;

  /** Each power loss shows only what the very last writes were. */
  private static final int ROUNDS_WITH_POWER_LOSS = 4;

  /** The index that is damaged: without it no message is found when it is due. */
  private static final String DUE_INDEX = "due";

  @TempDir
  Path home;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "BIT_ROT", "ITERATOR_STATUS_IGNORED"})
  void aFault_isCaughtByItsInvariant(Fault fault) throws Exception {
    Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
    for (int seed = 1; seed <= TRIES && !caught(fault, broken); seed++) {
      CrashRun run = new CrashRun(newHome(seed), seed, fault);
      try {
        broken.addAll(broken(run.run(fault.needsPowerLoss() ? ROUNDS_WITH_POWER_LOSS : ROUNDS)));
      } catch (IllegalStateException e) {
        // The store saw by itself that its data makes no sense, and stopped: loud, but not the
        // checker's merit.
        System.out.println(fault + ": " + e.getMessage().lines().findFirst().orElse(""));
      }
    }
    assertThat(broken).containsAnyElementsOf(fault.caughtBy());
  }

  private static boolean caught(Fault fault, Set<Invariant> broken) {
    return fault.caughtBy().stream().anyMatch(broken::contains);
  }

  @Test
  void withoutAFault_nothingIsFound() throws Exception {
    CrashRun run = new CrashRun(newHome(1), 1, Fault.NONE);
    assertThat(HistoryChecker.check(run.run(ROUNDS_WITH_POWER_LOSS))).isEmpty();
  }

  @Test
  void scansThatBreakOff_areCaughtWhenNobodyLooks() throws Exception {
    List<Event> history = List.of();
    for (int trial = 1; history.isEmpty(); trial++) {
      history = scanOverDamage(trial);
    }
    assertThat(broken(history)).contains(Invariant.LOST);
  }

  /** Empty if RocksDB, merging files, came upon the damage first: that is loud, and no trial of scans. */
  private List<Event> scanOverDamage(int trial) throws Exception {
    CrashRun run = new CrashRun(newHome(trial), trial, Fault.ITERATOR_STATUS_IGNORED);
    run.stock();
    assertThat(BitRot.strike(run.data(), DUE_INDEX)).isPositive();
    try {
      return run.finish();
    } catch (IllegalStateException e) {
      assertThat(trial).isLessThan(MOST_TRIALS);
      assertThat(e).hasMessageContaining("stored data is damaged");
      return List.of();
    }
  }

  @Test
  void scansThatBreakOff_areLoud() throws Exception {
    CrashRun run = new CrashRun(newHome(1), 1, Fault.BIT_ROT);
    run.stock();
    assertThat(BitRot.strike(run.data(), DUE_INDEX)).isPositive();
    assertThat(catchThrowable(run::finish)).hasMessageContaining("stored data is damaged");
  }

  private Path newHome(int number) throws Exception {
    return Files.createDirectories(home.resolve(String.valueOf(number)));
  }

  private static Set<Invariant> broken(List<Event> history) {
    Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
    HistoryChecker.check(history).forEach(violation -> broken.add(violation.invariant()));
    return broken;
  }
}
