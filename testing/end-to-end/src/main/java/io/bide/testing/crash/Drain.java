package io.bide.testing.crash;

import io.bide.Page;
import io.bide.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes out everything that is left, then lists and counts what has ended. */
final class Drain {
  /** All delays and leases of the load are over long before: what has not come by then never comes. */
  private static final long IN_VAIN_MICROS = 12_000_000;

  /** So long that whoever waits in vain is seen to. */
  private static final long QUIET_WAIT_MILLIS = StuckCheck.PATIENCE_MICROS / 1_000 * 3 / 2;

  private static final int QUIET_PUTS = 3;
  private static final long QUIET_PAUSE_MILLIS = 300;

  private final Access queue;
  private final RecordedQueue recorded;
  private final Journal journal;

  Drain(Access queue, Journal journal) {
    this.queue = queue;
    this.recorded = new RecordedQueue(queue, journal);
    this.journal = journal;
  }

  void run() {
    watchTheQuietTopic();
    long something = Journal.now();
    while (Journal.now() - something < IN_VAIN_MICROS) {
      if (claimSome()) {
        something = Journal.now();
      } else if (!somethingLives()) {
        break;
      }
    }
    Load.TOPICS.forEach(topic -> recorded.stats(new Call.Stats(topic)));
    Load.TOPICS.forEach(this::list);
    journal.write(new Event.Complete());
  }

  /** First somebody waits, then something comes: if the wake-up is lost, the wait is in vain. */
  private void watchTheQuietTopic() {
    Quiet quiet = new Quiet(recorded, "last");
    // What the load left there is due by now; it must not answer the claim that is to wait.
    quiet.consumeOnce(QUIET_PAUSE_MILLIS);
    CompletableFuture<Void> produced = CompletableFuture.runAsync(() -> {
      for (int i = 0; i < QUIET_PUTS; i++) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(QUIET_PAUSE_MILLIS));
        quiet.produceOnce();
      }
    });
    quiet.consumeOnce(QUIET_WAIT_MILLIS);
    produced.join();
  }

  private boolean claimSome() {
    List<Handout> handouts = recorded.claim(new Call.Claim(Load.TOPICS, null, 100, 1_000, 0, 200));
    if (!handouts.isEmpty()) {
      recorded.settle(handouts.stream()
          .map(handout -> new Call.Settle(Call.Settle.Kind.ACK, handout.receipt(), 0))
          .toList());
    }
    return !handouts.isEmpty();
  }

  private boolean somethingLives() {
    return Load.TOPICS.stream()
        .map(topic -> queue.stats(new Call.Stats(topic)).join().counts())
        .anyMatch(counts -> Stream.of(State.WAITING, State.READY, State.LEASED)
            .anyMatch(state -> counts.getOrDefault(state, 0L) > 0));
  }

  private void list(String topic) {
    Stream.of(State.values()).filter(state -> !state.live()).forEach(state -> list(topic, state));
  }

  private void list(String topic, State state) {
    @Nullable String cursor = null;
    do {
      Page<Event.Listed> page = queue.ended(topic, state, cursor).join();
      journal.write(page.items());
      cursor = page.cursor();
    } while (cursor != null);
  }
}
