package io.bide.testing.crash;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A topic where little happens and only one claimer waits, for long: it is served by wake-ups and
 * alarms alone, since nobody else's claims come by.
 */
final class Quiet {
  private static final long WAIT_MILLIS = 4_000;
  private static final long PAUSE_MILLIS = 150;

  private final RecordedQueue queue;
  private final String name;
  private int puts;

  Quiet(RecordedQueue queue, String name) {
    this.queue = queue;
    this.name = name;
  }

  void consume() {
    consumeOnce(WAIT_MILLIS);
  }

  void consumeOnce(long waitMillis) {
    List<Handout> handouts =
        queue.claim(new Call.Claim(List.of(Load.QUIET), null, 5, 1_000, 0, waitMillis));
    if (!handouts.isEmpty()) {
      queue.settle(handouts.stream()
          .map(handout -> new Call.Settle(Call.Settle.Kind.ACK, handout.receipt(), 0))
          .toList());
    }
  }

  /** Puts something, and pauses. */
  void produce() {
    produceOnce();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
  }

  /** Due at once, then a little later, in turn. */
  void produceOnce() {
    String body = "q" + name + "x" + puts;
    long delay = puts % 2 == 0 ? 0 : PAUSE_MILLIS / 2;
    puts++;
    queue.put(List.of(new Call.Put(Load.QUIET, body, body, null, Call.Merge.NONE, delay, 0, 0)));
  }
}
