package io.bide.engine.push;

import io.bide.State;
import io.bide.TopicStats;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What there will be to do in a topic, if nothing is heard of it.
 *
 * @param empty whether it holds no live message
 * @param sleep how long there will be nothing; absent if there may be something at once
 */
record Outlook(boolean empty, @Nullable Duration sleep) {
  static Outlook of(TopicStats stats, Instant now, PushConfig config) {
    long ready = stats.count(State.READY);
    long leased = stats.count(State.LEASED);
    boolean empty = stats.count(State.WAITING) + ready + leased == 0;
    if (empty || stats.paused()) {
      return new Outlook(empty, config.lookInterval());
    }
    Instant next = stats.nextDue();
    return new Outlook(false, ready + leased > 0 || next == null ? null : until(next, now, config));
  }

  /** The store's clock may be another one; what is near is waited for by a claim. */
  private static @Nullable Duration until(Instant next, Instant now, PushConfig config) {
    Duration far = Duration.between(now, next).minus(config.linger());
    if (far.isNegative() || far.isZero()) {
      return null;
    }
    return far.compareTo(config.lookInterval()) < 0 ? far : config.lookInterval();
  }
}
