package io.bide.testing.random;

import io.bide.testing.StoreFixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Runs a store and the oracle side by side. To be extended by a test of each store.
 *
 * <p>System properties: {@code bide.sequences}, how many sequences to run, 300 by default; {@code
 * bide.seed}, the seed of the first, a new one each time by default.
 */
public abstract class RandomSequencesContract {
  private static final int DEFAULT_SEQUENCES = 300;

  /** A new fixture with no data. */
  protected abstract StoreFixture newFixture();

  /** How many sequences to run at the same time, each with a fixture of its own. */
  protected int atOnce() {
    return 1;
  }

  @Test
  void randomSequences_areAnsweredAsByTheOracle() {
    int count = Integer.getInteger("bide.sequences", DEFAULT_SEQUENCES);
    // Small enough to be remembered and typed.
    long seed = Long.getLong("bide.seed", new SplittableRandom().nextInt(Integer.MAX_VALUE));
    System.out.println(count + " random sequences from seed " + seed);
    RandomSequences sequences = new RandomSequences(this::newFixture, atOnce());
    sequences.run(seed, count);
    System.out.println(sequences.table());
  }

  @Test
  void seedsThatFailedOnce_areAnsweredAsByTheOracle() {
    RandomSequences sequences = new RandomSequences(this::newFixture);
    for (String seed : lines("failed-seeds.txt")) {
      sequences.run(Long.parseLong(seed), 1);
    }
  }

  @Test
  void replays_areAnsweredAsByTheOracle() {
    RandomSequences sequences = new RandomSequences(this::newFixture);
    for (String name : lines("replays/index.txt")) {
      sequences.replay(name, text("replays/" + name));
    }
  }

  private static List<String> lines(String resource) {
    return text(resource)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static String text(String resource) {
    try (InputStream stream = RandomSequencesContract.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("there is no " + resource);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
