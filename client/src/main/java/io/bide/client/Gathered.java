package io.bide.client;

import io.bide.BideException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What is gathered into requests: puts, or settles.
 *
 * @param <K> what the items of one request have in common
 * @param <R> the answer of one item
 */
interface Gathered<K, R> {
  /** The request for an array of items. */
  Request request(K lane, byte[] items);

  /** Reads the answer of one item. */
  R read(K lane, JsonIn in) throws IOException;

  /** Why an item failed; null if it did not. */
  @Nullable
  BideException errorOf(R result);

  /** What an answer means if the item was sent before, and nobody could tell what became of it. */
  R afterUnknown(K lane, R result);
}
