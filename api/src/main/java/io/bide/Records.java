package io.bide;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Small durable values by key, for what belongs to a queue but is not a message: subscriptions, id
 * mappings. Thread-safe. Every answer is as durable as the store promises.
 *
 * <p>Keys have 1 to 1,024 bytes, values at most 64 KiB.
 */
public interface Records {
  int MAX_KEY_BYTES = 1_024;
  int MAX_VALUE_BYTES = 64 * 1_024;

  /** A value and the version it has; versions of one key only rise, also across deletion. */
  record Entry(String key, String value, long version) {
    /** The version to expect of a key that does not exist. */
    public static final long ABSENT = 0;
  }

  CompletableFuture<Optional<Entry>> get(String key);

  /**
   * Writes the value if the key is at the expected version ({@link Entry#ABSENT}: does not exist).
   * A null value deletes the key.
   *
   * @return whether it was written
   */
  CompletableFuture<Boolean> compareAndSet(
      String key, long expectedVersion, @Nullable String value);

  /** Entries whose key starts with the prefix, in the order of their keys' UTF-8 bytes. */
  CompletableFuture<Page<Entry>> list(String prefix, @Nullable String cursor, int limit);

  /**
   * Tells the key of each change, by whichever node, for as long as the result is open. Changes may
   * be told together or twice; a listener that needs certainty also looks from time to time.
   */
  AutoCloseable watch(String prefix, Consumer<String> listener);
}
