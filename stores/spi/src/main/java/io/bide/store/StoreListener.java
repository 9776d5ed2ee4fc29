package io.bide.store;

import io.bide.BideException;
import io.bide.Event;
import io.bide.Topic;
import java.time.Duration;

/**
 * Hears what claimers and operators must know at once. Called on the store's threads, after what is
 * told is durable; must not block.
 */
public interface StoreListener {
  /**
   * Something in the topic becomes ready earlier than the last claim of it was told, or may have
   * changed in a {@linkplain Store#watch watched} topic.
   *
   * @param in how long from now, not negative; zero also when the store cannot tell
   */
  void due(Topic topic, Duration in);

  /** A death or expiry was written down by this node. */
  void died(Event.Died death);

  /** A record changed; see {@link io.bide.Records#watch}. */
  void recordChanged(String key);

  /**
   * Calls were made durable together.
   *
   * @param calls how many
   * @param took how long the disk or the replicas took
   */
  default void committed(int calls, Duration took) {}

  /** The store has failed for good: every further call fails. */
  void failed(BideException reason);
}
