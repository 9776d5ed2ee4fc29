package io.bide.testing.store;

import io.bide.testing.StoreFixture;

/** The oracle keeps the contract. */
class MemoryStoreTest extends StoreContract {
  @Override
  protected StoreFixture newFixture() {
    return StoreFixture.inMemory();
  }
}
