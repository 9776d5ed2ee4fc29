package io.bide.store.rocksdb;

import io.bide.testing.StoreFixture;
import io.bide.testing.random.RandomSequencesContract;

/** The store on disk answers as the oracle does. */
class RocksSequencesIT extends RandomSequencesContract {
  @Override
  protected StoreFixture newFixture() {
    return new RocksFixture();
  }

  /** Opening and closing waits for the disk more than it computes. */
  @Override
  protected int atOnce() {
    return 4;
  }
}
