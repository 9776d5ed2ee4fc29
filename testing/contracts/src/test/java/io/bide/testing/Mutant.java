package io.bide.testing;

import io.bide.store.Store;
import java.time.InstantSource;
import java.util.function.Function;

/** An oracle with one rule broken. */
record Mutant(String name, Function<InstantSource, MemoryStore> broken) {
  static Mutant of(String name, Rules rules) {
    return new Mutant(name, clock -> new MemoryStore(clock, rules));
  }

  StoreFixture fixture() {
    return new StoreFixture() {
      @Override
      public Store open(ManualClock clock) {
        return broken.apply(clock);
      }

      @Override
      public Store reopen(Store store) {
        store.close();
        return ((MemoryStore) store).reopen();
      }
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
