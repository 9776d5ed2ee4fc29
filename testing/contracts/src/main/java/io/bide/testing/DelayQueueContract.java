package io.bide.testing;

import io.bide.DelayQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link DelayQueue} does, in this process or behind a wire, over whatever store. Extend it
 * and say how to open one; its limits must be the defaults.
 *
 * <p>Time stands still unless a test moves it. The queue may answer on any thread, so a test waits for
 * answers, and asserts that nothing happens only after a round trip.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
public abstract class DelayQueueContract
    implements QueueVerbs,
        QueueSettling,
        QueueMerging,
        QueueOperating,
        QueueWaking,
        QueueWaiting,
        QueueLimits {
  private final ManualClock clock = new ManualClock();
  private @Nullable DelayQueue queue;

  /** A new, empty queue that lives by this clock and timer. */
  protected abstract DelayQueue open(ManualClock clock) throws Exception;

  /** How many claims are parked in the queue that was opened last. */
  protected abstract int waitingClaims();

  @BeforeEach
  final void openQueue() throws Exception {
    queue = open(clock);
  }

  @AfterEach
  final void closeQueue() {
    queue().close();
  }

  @Override
  public final DelayQueue queue() {
    if (queue == null) {
      throw new IllegalStateException("not open");
    }
    return queue;
  }

  @Override
  public final ManualClock clock() {
    return clock;
  }

  @Override
  public final int parkedClaims() {
    return waitingClaims();
  }
}
