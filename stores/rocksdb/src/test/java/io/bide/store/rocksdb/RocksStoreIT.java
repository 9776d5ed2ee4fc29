package io.bide.store.rocksdb;

import io.bide.testing.StoreFixture;
import io.bide.testing.store.StoreContract;

/** The store on disk keeps the contract. */
class RocksStoreIT extends StoreContract {
  @Override
  protected StoreFixture newFixture() {
    return new RocksFixture();
  }
}
