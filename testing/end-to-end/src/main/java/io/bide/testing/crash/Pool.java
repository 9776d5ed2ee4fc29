package io.bide.testing.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Remembers some of what it was given, new and old, to be picked at random. Thread-safe. */
final class Pool<T> {
  private static final int SIZE = 64;

  private final List<T> things = new ArrayList<>();

  synchronized void add(T thing, Random random) {
    if (things.size() < SIZE) {
      things.add(thing);
    } else {
      things.set(random.nextInt(SIZE), thing);
    }
  }

  synchronized Optional<T> pick(Random random) {
    return things.isEmpty()
        ? Optional.empty()
        : Optional.of(things.get(random.nextInt(things.size())));
  }
}
