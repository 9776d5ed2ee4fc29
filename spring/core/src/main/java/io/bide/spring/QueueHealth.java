package io.bide.spring;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a queue whether it answers; what a health indicator of any generation of Boot shows. */
public final class QueueHealth {
  /** How long the queue may take to answer. */
  public static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final DelayQueue queue;

  public QueueHealth(DelayQueue queue) {
    this.queue = queue;
  }

  /**
   * What was found.
   *
   * @param details safe to show
   */
  public record Report(boolean up, Map<String, String> details) {}

  /** Asks. Blocks for at most {@link #TIMEOUT}. */
  public Report check() {
    try {
      var unused = queue.topics(null, 1).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return up();
    } catch (TimeoutException e) {
      return down("no answer within " + TIMEOUT.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return down("interrupted");
    } catch (ExecutionException e) {
      return failed(e.getCause());
    }
  }

  /** Whoever says that a key does not allow to look is there. */
  private static Report failed(@Nullable Throwable cause) {
    if (!(cause instanceof BideException known)) {
      return down(String.valueOf(cause));
    }
    return known.code() == ErrorCode.FORBIDDEN
        ? up()
        : down(known.code() + ": " + known.getMessage());
  }

  private static Report up() {
    return new Report(true, Map.of());
  }

  private static Report down(String reason) {
    return new Report(false, Map.of("reason", reason));
  }
}
