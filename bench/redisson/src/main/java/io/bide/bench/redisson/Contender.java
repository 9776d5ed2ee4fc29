package io.bide.bench.redisson;

import java.time.Duration;
import java.util.function.Consumer;

/** A delayed queue as an application uses it: threads that put, and consumers that work. */
interface Contender extends AutoCloseable {
  /** Returns when the item is stored. */
  void put(Item item);

  /**
   * Begins to work on what is due; may be called once. An item is over when the work returns.
   *
   * @param consumers how many items are worked on at the same time
   */
  void consume(int consumers, Consumer<Item> work);

  /** When nothing has come for so long, nothing comes back any more of what a killed consumer held. */
  Duration silence();

  /** Stops working, and leaves what is stored where it is. */
  @Override
  void close();

  /** The contenders. */
  enum Name {
    REDISSON("Redisson"),
    BIDE("Bide");

    private final String shown;

    Name(String shown) {
      this.shown = shown;
    }

    /** A contender of this name on a Redis. */
    Contender open(String redis) {
      return switch (this) {
        case REDISSON -> new RedissonContender(redis);
        case BIDE -> new BideContender(redis);
      };
    }

    @Override
    public String toString() {
      return shown;
    }
  }
}
