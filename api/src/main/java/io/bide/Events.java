package io.bide;

import java.util.function.Consumer;

/** Where {@link Event}s of this process are told. */
public interface Events {
  /**
   * Tells events, in the order in which they are known, for as long as the result is open. The
   * listener is called on a thread of the queue: it must not block, and what it throws is logged.
   */
  AutoCloseable subscribe(Consumer<? super Event> listener);
}
