package io.bide.engine.push;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One message on its way to its endpoint. An object of its own: two of them are never the same. */
final class Attempt {
  private final Delivery delivery;
  private final long since;

  Attempt(Delivery delivery, long nanos) {
    this.delivery = delivery;
    this.since = nanos;
  }

  Delivery delivery() {
    return delivery;
  }

  /** When it was claimed, in nanoseconds. */
  long since() {
    return since;
  }

  /** What proves its lease; absent in an at-most-once topic, where nothing is left to be said. */
  @Nullable
  Receipt receipt() {
    return delivery.receipt();
  }

  /** What is to be done with the message after this result. */
  static Settle settle(Receipt receipt, Post.Result result) {
    if (result.report().delivered()) {
      return new Settle.Ack(receipt);
    }
    Duration wait = result.retryAfter();
    return new Settle.Release(receipt, wait == null ? null : Due.after(wait));
  }
}
