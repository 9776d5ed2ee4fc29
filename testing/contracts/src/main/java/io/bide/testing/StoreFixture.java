package io.bide.testing;

import io.bide.store.Store;

/** The place where one store keeps its data: empty at first, it outlives restarts of the store. */
public interface StoreFixture extends AutoCloseable {
  /** Opens a store with no data, whose time is this clock's. */
  Store open(ManualClock clock);

  /** Closes the store and opens it again, with the same data and the same clock. */
  Store reopen(Store store);

  /** Over how many partitions the store spreads each topic. */
  default int partitions() {
    return 1;
  }

  /** Removes the data; the store has been closed before. */
  @Override
  default void close() {}

  /** The fixture of the oracle. */
  static StoreFixture inMemory() {
    return new StoreFixture() {
      @Override
      public Store open(ManualClock clock) {
        return new MemoryStore(clock);
      }

      @Override
      public Store reopen(Store store) {
        store.close();
        return ((MemoryStore) store).reopen();
      }
    };
  }
}
