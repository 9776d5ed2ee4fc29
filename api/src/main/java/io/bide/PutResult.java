package io.bide;

import java.time.Instant;

/** The answer to one put of a batch. */
public sealed interface PutResult {
  /** Whether the message is stored: by this put, or by an earlier one with the same token. */
  default boolean stored() {
    return this instanceof Stored;
  }

  /** The answer as {@link Stored}. */
  default Stored requireStored() {
    if (this instanceof Stored stored) {
      return stored;
    }
    if (this instanceof Failed failed) {
      throw failed.error();
    }
    throw new IllegalStateException("not stored: " + this);
  }

  /**
   * The message is stored, as durably as the store promises.
   *
   * @param due when it may be handed out; for an item that arrived during a lease, the due time of
   *     the next generation
   * @param items how many items the message holds now
   */
  record Stored(Topic topic, String id, How how, Instant created, Instant due, int items)
      implements PutResult {}

  /** How a stored put met what was there. */
  enum How {
    NEW,
    REPLACED,
    MERGED
  }

  /** The id belongs to a live message; nothing was changed. */
  record Duplicate(Message existing) implements PutResult {}

  /** This put failed, others of the batch may have succeeded. */
  record Failed(BideException error) implements PutResult {}
}
