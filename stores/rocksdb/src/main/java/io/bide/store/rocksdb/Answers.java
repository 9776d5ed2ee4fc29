package io.bide.store.rocksdb;

import io.bide.store.StoreListener;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Answers what the writer has made durable, and tells whoever waits for it. It has a thread of its own,
 * so that the writer goes on with the next calls while what hangs on the answers of these runs. A writer
 * that has nothing to go on with answers by itself: waking another thread takes longer than that.
 */
final class Answers {
  /** What the writer has applied and synced together; no wake-ups when that failed. */
  record Drain(List<Command<?>> commands, Wakeups wakeups) {}

  private static final long IDLE_NANOS = 1_000_000_000L;

  private final Mailbox<Drain> drains = new Mailbox<>();
  private final InstantSource clock;
  private final StoreListener listener;
  private final ExecutorService reader;
  private final Thread thread = new Thread(this::run, "bide-store-answers-1");
  private volatile boolean stopped;
  private volatile boolean busy;

  Answers(InstantSource clock, StoreListener listener, ExecutorService reader) {
    this.clock = clock;
    this.listener = listener;
    this.reader = reader;
  }

  void start() {
    thread.start();
  }

  /**
   * Answers, after all that was handed over before.
   *
   * @param here whether the caller has time for it
   */
  void give(Drain drain, boolean here) {
    if (here && idle()) {
      answer(drain);
    } else {
      drains.put(drain);
    }
  }

  /** Whether everything handed over has been answered. */
  boolean idle() {
    return drains.size() == 0 && !busy;
  }

  /** Answers all that was handed over, then ends. */
  void stop() throws InterruptedException {
    stopped = true;
    drains.wake();
    thread.join();
  }

  private void run() {
    while (!stopped || drains.size() > 0) {
      busy = true;
      Drain next = drains.poll();
      if (next == null) {
        busy = false;
        drains.await(IDLE_NANOS);
      } else {
        answer(next);
      }
    }
    busy = false;
  }

  private void answer(Drain drain) {
    drain.commands().forEach(this::answer);
    drain.wakeups().tell(listener, clock.instant());
  }

  private void answer(Command<?> command) {
    if (command.reads()) {
      reader.execute(command::answer);
    } else {
      command.answer();
    }
  }
}
