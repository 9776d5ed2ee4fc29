package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.SystemTime;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log once when Redis cannot be used, and once when it can again. Where only some calls fail,
 * because one server of a Cluster is away, that is one absence and not many.
 */
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
  private static final Duration QUIET = Duration.ofSeconds(5);

  private volatile boolean away;
  private volatile long lastMissed;
  private long since;

  /** A call was answered. */
  void answered() {
    if (away && SystemTime.nanos() - lastMissed > QUIET.toNanos()) {
      back();
    }
  }

  private synchronized void back() {
    if (away) {
      away = false;
      LOG.info(
          "Redis can be used again; it could not for about {} s",
          Duration.ofNanos(lastMissed - since).toSeconds());
    }
  }

  /** A call has failed; not every failure says that Redis is away. */
  void failed(BideException failure) {
    if (failure.code() == ErrorCode.UNAVAILABLE || failure.code() == ErrorCode.UNKNOWN) {
      lastMissed = SystemTime.nanos();
      if (!away) {
        gone(failure);
      }
    }
  }

  private synchronized void gone(BideException failure) {
    if (!away) {
      since = lastMissed;
      away = true;
      LOG.warn("Redis cannot be used, calls fail until it can: {}", failure.getMessage());
    }
  }
}
