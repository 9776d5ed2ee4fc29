package io.bide.testing.random;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random choices that depend on a seed alone. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** From the least to the most, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  @SafeVarargs
  final <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A value in so many of a hundred cases, else none. */
  <T> @Nullable T maybe(int chance, Supplier<T> value) {
    return percent(chance) ? value.get() : null;
  }
}
