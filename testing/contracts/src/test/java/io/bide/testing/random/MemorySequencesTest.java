package io.bide.testing.random;

import io.bide.testing.StoreFixture;

/** The oracle is its own equal, and the sequences meet every case. */
class MemorySequencesTest extends RandomSequencesContract {
  @Override
  protected StoreFixture newFixture() {
    return StoreFixture.inMemory();
  }
}
