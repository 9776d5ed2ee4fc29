package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.SystemTime;
import io.bide.store.StoreListener;
import io.bide.store.rocksdb.Answers.Drain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes the store: apply at once, sync once, answer after.
 *
 * <p>It drains its mailbox, applies each call with writes that the next one sees, syncs once for all of
 * them, and hands them to {@link Answers}. So there are no locks and no races, and whatever comes during
 * a sync shares the next write and the next sync. When a write or a sync fails:
 *
 * <ul>
 *   <li>the disk is full: what was under way is answered as unknown, the database is opened again
 *       (RocksDB refuses all writes until then), puts stay refused until there is space;
 *   <li>anything else: what was under way is answered as unknown, and the store stays closed.
 * </ul>
 */
final class Writer {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final int MAX_DRAIN = 2_048;
  private static final int MAX_WAITING = 200_000;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long REOPEN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long SPACE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RocksConfig config;
  private final DataDirectory directory;
  private final Disk.Seam seam;
  private final StoreListener listener;
  private final Mailbox<Command<?>> mailbox = new Mailbox<>();
  private final Wakeups wakeups = new Wakeups();
  private final ExecutorService reader;
  private final Answers answers;
  private final Thread thread = new Thread(this::run, "bide-store-writer-1");
  private @Nullable Database database;
  private @Nullable Machine machine;
  private volatile boolean stopped;
  private volatile @Nullable BideException fatal;
  private boolean spaceLow;
  private long spaceCheckedAt;
  private long reopenAt;

  Writer(RocksConfig config, DataDirectory directory, Disk.Seam seam, StoreListener listener) {
    this.config = config;
    this.directory = directory;
    this.seam = seam;
    this.listener = listener;
    this.reader =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "bide-store-reader-1"));
    this.answers = new Answers(config.clock(), listener, reader);
  }

  /** Opens the database on the caller's thread, so that it learns why it cannot be. */
  void start() {
    OptionalLong closedAt = directory.cleanShutdown();
    open();
    checkJournalEnd(closedAt);
    directory.forgetCleanShutdown();
    answers.start();
    thread.start();
  }

  private void open() {
    database = Database.open(config, directory, seam);
    spaceCheckedAt = SystemTime.nanos() - SPACE_CHECK_NANOS;
    try {
      machine = new Machine(database, wakeups, this::noSpace);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** A journal that lost its last pages looks whole; only the note of the last shutdown tells. */
  private void checkJournalEnd(OptionalLong closedAt) {
    long found = database().lastBatch();
    if (closedAt.isPresent() && found < closedAt.getAsLong()) {
      database().close();
      throw new BideException(
          ErrorCode.CORRUPT,
          "the store in " + config.directory()
              + " has lost the end of its journal: it was closed at "
              + closedAt.getAsLong() + " and now ends at " + found
              + ". Nothing was changed; restore it from a backup");
    }
  }

  private Database database() {
    return Objects.requireNonNull(database);
  }

  private boolean noSpace() {
    long nanos = SystemTime.nanos();
    if (nanos - spaceCheckedAt >= SPACE_CHECK_NANOS) {
      spaceCheckedAt = nanos;
      boolean low = database().disk().freeSpace() < config.freeSpaceFloor();
      if (low != spaceLow) {
        LOG.warn(
            low
                ? "Less than {} bytes are free in {}: puts are refused"
                : "More than {} bytes are free in {} again: puts are taken",
            config.freeSpaceFloor(),
            config.directory());
      }
      spaceLow = low;
    }
    return spaceLow;
  }

  <T> Command<T> submit(Command<T> command) {
    BideException refusal = refusal();
    if (refusal != null) {
      command.fail(refusal);
      command.answer();
      return command;
    }
    mailbox.put(command);
    if (stopped) {
      // The writer may be gone; whoever takes the command out of the mailbox answers it.
      refuseWaiting();
    }
    return command;
  }

  private @Nullable BideException refusal() {
    if (fatal != null) {
      return fatal;
    }
    if (stopped) {
      return new BideException(ErrorCode.CLOSED, "the store has been closed");
    }
    return mailbox.size() >= MAX_WAITING
        ? new BideException(
            ErrorCode.OVERLOADED, "too many calls wait for the disk; try again later")
        : null;
  }

  private void refuseWaiting() {
    if (thread.isAlive()) {
      return;
    }
    for (Command<?> command = mailbox.poll(); command != null; command = mailbox.poll()) {
      command.fail(new BideException(ErrorCode.CLOSED, "the store has been closed"));
      command.answer();
    }
  }

  private void run() {
    while (!stopped || mailbox.size() > 0) {
      recover();
      Command<?> first = mailbox.poll();
      if (first == null) {
        mailbox.await(machine == null ? REOPEN_PAUSE_NANOS : IDLE_NANOS);
      } else {
        drain(first);
      }
    }
  }

  private void drain(Command<?> first) {
    List<Command<?>> commands = new ArrayList<>();
    long before = machine == null ? 0 : machine.ledger().changes();
    try {
      for (Command<?> next = first; next != null; next = next(commands)) {
        commands.add(next);
        apply(next);
      }
      if (machine != null && machine.ledger().changes() != before) {
        machine.ledger().flush();
        sync(commands.size());
      }
      answers.give(new Drain(commands, wakeups.take()), mailbox.size() == 0);
    } catch (WriteFailure e) {
      broken(e);
      answerUnknown(commands, e);
    } catch (RuntimeException e) {
      die(e);
      answerUnknown(commands, e);
    }
  }

  private void sync(int calls) {
    long begun = SystemTime.nanos();
    database().syncAll();
    listener.committed(calls, Duration.ofNanos(SystemTime.nanos() - begun));
  }

  /** After a failed write nobody can tell what is on the disk, and nobody is told of it. */
  private void answerUnknown(List<Command<?>> commands, RuntimeException why) {
    BideException unknown = new BideException(
        ErrorCode.UNKNOWN,
        "writing to the disk failed, so it may or may not have happened: " + why.getMessage(),
        why);
    commands.forEach(command -> command.fail(unknown));
    wakeups.take();
    answers.give(new Drain(commands, wakeups.take()), false);
  }

  private @Nullable Command<?> next(List<Command<?>> commands) {
    return commands.size() < MAX_DRAIN ? mailbox.poll() : null;
  }

  private void apply(Command<?> command) {
    Machine current = machine;
    if (fatal != null || current == null) {
      command.fail(fatal != null ? fatal : notOpen());
      return;
    }
    current.ledger().whole();
    try {
      command.apply(current, Moment.of(config.clock()));
    } catch (BideException e) {
      if (current.ledger().halfWay()) {
        throw e;
      }
      command.fail(e);
    }
  }

  private static BideException notOpen() {
    return new BideException(
        ErrorCode.STORE_FULL, "the disk is full and the store waits for space; free some");
  }

  /**
   * A failed disk, or a defect or damage in the middle of a change: what is in memory can no longer be
   * trusted.
   */
  private void die(RuntimeException e) {
    machine = null;
    if (fatal == null) {
      BideException reason = new BideException(
          ErrorCode.CLOSED,
          "the store in " + config.directory() + " has failed and stays closed: " + e.getMessage()
              + ". Look at the disk, then start again",
          e);
      fatal = reason;
      LOG.error("The store has failed and stays closed", e);
      listener.failed(reason);
    }
  }

  private void broken(WriteFailure e) {
    machine = null;
    if (e.diskFull()) {
      LOG.warn("The disk of {} is full: {}", config.directory(), e.getMessage());
    } else {
      die(e);
    }
  }

  /** After a full disk: opens the database again, as soon as that works. */
  private void recover() {
    if (machine != null || fatal != null || SystemTime.nanos() - reopenAt < 0) {
      return;
    }
    if (!answers.idle()) {
      return; // Some of them may still read from the database that is to be closed.
    }
    reopenAt = SystemTime.nanos() + REOPEN_PAUSE_NANOS;
    try {
      awaitReader();
      database().close();
      open();
      database().syncAll();
      LOG.warn("The store in {} is open again", config.directory());
    } catch (WriteFailure | BideException e) {
      machine = null;
      LOG.warn("The store in {} cannot be opened yet: {}", config.directory(), e.getMessage());
    }
  }

  private void awaitReader() {
    try {
      reader.submit(() -> {}).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the reader did not finish", e);
    }
  }

  /** Finishes what is under way and closes the database. */
  void stop() {
    stopped = true;
    mailbox.wake();
    try {
      thread.join();
      refuseWaiting();
      answers.stop();
      reader.shutdown();
      while (!reader.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("Waiting for a browse to end before closing {}", config.directory());
      }
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BideException(ErrorCode.UNKNOWN, "interrupted while closing the store", e);
    }
  }

  private void close() {
    boolean clean = machine != null && fatal == null;
    if (clean) {
      database().syncAll();
    }
    long lastBatch = database().lastBatch();
    database().close();
    if (clean) {
      directory.noteCleanShutdown(lastBatch);
    }
  }
}
