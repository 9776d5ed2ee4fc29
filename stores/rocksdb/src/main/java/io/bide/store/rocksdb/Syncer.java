package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.SystemTime;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes durable what the writer has applied, then answers. While it syncs, the writer goes on; all
 * that has been applied meanwhile shares the next sync.
 *
 * <p>After a failed sync nobody can tell what is on the disk: this and everything applied before the
 * writer has {@linkplain #reset started anew} is answered as unknown.
 */
final class Syncer {
  /** What the writer has applied together. */
  record Drain(Database database, List<Command<?>> commands, Wakeups wakeups, boolean wrote) {}

  private static final long IDLE_NANOS = 1_000_000_000L;

  private final Mailbox<Drain> applied = new Mailbox<>();
  private final InstantSource clock;
  private final boolean syncs;
  private final StoreListener listener;
  private final ExecutorService reader;
  private final Consumer<WriteFailure> failed;
  private final Thread thread = new Thread(this::run, "bide-store-sync-1");
  private volatile boolean stopped;
  private volatile boolean busy;
  private volatile @Nullable WriteFailure failure;

  Syncer(
      InstantSource clock,
      boolean syncs,
      StoreListener listener,
      ExecutorService reader,
      Consumer<WriteFailure> failed) {
    this.clock = clock;
    this.syncs = syncs;
    this.listener = listener;
    this.reader = reader;
    this.failed = failed;
  }

  void start() {
    thread.start();
  }

  void put(Drain drain) {
    applied.put(drain);
  }

  @Nullable
  WriteFailure failure() {
    return failure;
  }

  /** The writer has opened the database again. */
  void reset() {
    failure = null;
  }

  /** Whether everything handed over has been answered. */
  boolean idle() {
    return applied.size() == 0 && !busy;
  }

  /** Answers all that was handed over, then ends. */
  void stop() throws InterruptedException {
    stopped = true;
    applied.wake();
    thread.join();
  }

  private void run() {
    List<Drain> drains = new ArrayList<>();
    while (!stopped || applied.size() > 0) {
      busy = true;
      for (Drain next = applied.poll(); next != null; next = applied.poll()) {
        drains.add(next);
      }
      if (drains.isEmpty()) {
        busy = false;
        applied.await(IDLE_NANOS);
        continue;
      }
      finish(drains);
      drains.clear();
    }
    busy = false;
  }

  private void finish(List<Drain> drains) {
    WriteFailure why = failure != null ? failure : sync(drains);
    for (Drain drain : drains) {
      if (why != null) {
        BideException unknown = unknown(why);
        drain.commands().forEach(command -> command.fail(unknown));
      }
      drain.commands().forEach(this::answer);
      if (why == null) {
        drain.wakeups().tell(listener, clock.instant());
      }
    }
  }

  private void answer(Command<?> command) {
    if (command.reads()) {
      reader.execute(command::answer);
    } else {
      command.answer();
    }
  }

  private @Nullable WriteFailure sync(List<Drain> drains) {
    if (!syncs || drains.stream().noneMatch(Drain::wrote)) {
      return null;
    }
    long begun = SystemTime.nanos();
    try {
      drains.get(0).database().syncAll();
      listener.committed(
          drains.stream().mapToInt(drain -> drain.commands().size()).sum(),
          Duration.ofNanos(SystemTime.nanos() - begun));
      return null;
    } catch (WriteFailure e) {
      failure = e;
      failed.accept(e);
      return e;
    }
  }

  static BideException unknown(RuntimeException why) {
    return new BideException(
        ErrorCode.UNKNOWN,
        "writing to the disk failed, so it may or may not have happened: " + why.getMessage(),
        why);
  }
}
