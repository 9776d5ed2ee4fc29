package io.bide.worker;

import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Message;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message in the worker's hands: from its claim until the queue has taken note of its outcome. */
final class Held {
  private final Delivery delivery;
  private final Duration lease;
  private final long since;
  private volatile long renewAt;

  private Held(Delivery delivery, Duration lease, long since) {
    this.delivery = delivery;
    this.lease = lease;
    this.since = since;
    renewed(since);
  }

  /**
   * What a claim has answered.
   *
   * @param lease what the claim asked for, if it did
   * @param now in nanoseconds
   */
  static List<Held> of(Claimed claimed, @Nullable Duration lease, long now) {
    List<Held> held = new ArrayList<>(claimed.deliveries().size());
    for (Delivery delivery : claimed.deliveries()) {
      Duration length = lease != null ? lease : leaseOf(delivery.message(), claimed);
      held.add(new Held(delivery, length, now));
    }
    return held;
  }

  private static Duration leaseOf(Message message, Claimed claimed) {
    if (message.next() == null || !message.next().isAfter(claimed.now())) {
      return TopicSettings.DEFAULT_LEASE;
    }
    return Duration.between(claimed.now(), message.next());
  }

  Delivery delivery() {
    return delivery;
  }

  /** How long a lease of it is. */
  Duration lease() {
    return lease;
  }

  /** When it came, in nanoseconds. */
  long since() {
    return since;
  }

  /** When its lease is to be extended, in nanoseconds. */
  long renewAt() {
    return renewAt;
  }

  /** Its lease begins anew: half of it has to be over before that is done again. */
  void renewed(long now) {
    renewAt = now + lease.toNanos() / 2;
  }

  /** Its lease could not be extended: tried again while there is some of it left. */
  void notRenewed(long now) {
    renewAt = now + lease.toNanos() / 8;
  }
}
