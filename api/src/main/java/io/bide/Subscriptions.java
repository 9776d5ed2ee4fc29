package io.bide;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a queue: durable, and the same on all nodes. Thread-safe; no method blocks.
 * Whoever calls has checked that the caller may {@code operate} the topic.
 */
public interface Subscriptions {
  /**
   * Whether messages may be pushed there at all: its address is allowed, or its service can be found.
   * A name that cannot be resolved at the moment passes; it is asked again when it is called.
   *
   * @return fails with {@link ErrorCode#INVALID}, saying which address is not allowed, and why
   */
  CompletableFuture<Void> check(Endpoint endpoint);

  CompletableFuture<Optional<Subscription>> find(Topic topic);

  /** Stores a subscription in place of the one the topic had, if its endpoint passes the check. */
  CompletableFuture<Void> save(Subscription subscription);

  /**
   * Changes a subscription as it is now. The change may be tried several times and must do nothing else.
   *
   * @return what it is after the change, if there is one
   */
  CompletableFuture<Optional<Subscription>> change(Topic topic, UnaryOperator<Subscription> change);

  /** Removes a subscription; says whether there was one. The topic's messages stay. */
  CompletableFuture<Boolean> remove(Topic topic);

  /** The subscriptions of a namespace by topic, starting after the cursor. */
  CompletableFuture<Page<Subscription>> list(String namespace, @Nullable String cursor, int limit);

  /**
   * Makes one call to the endpoint, with a body that says it is a test. No message is claimed and
   * nothing is stored, whatever the answer; a disabled subscription can be tested.
   */
  CompletableFuture<PushReport> test(Subscription subscription);
}
