package io.bide.junit;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksConfig.Durability;
import io.bide.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** All that one test has: its directory, its time, its threads and its queue. */
final class Bed implements AutoCloseable {
  /**
   * A clock that is moved goes through everything that is planned. What an engine does now and then to
   * be safe is planned seldom here: sweeps happen whenever the clock comes to a stop.
   */
  private static final EngineConfig CONFIG = EngineConfig.builder()
      .lookInterval(Duration.ofHours(1))
      .sweepInterval(Duration.ofMinutes(10))
      .build();

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long JOURNAL = 4L << 20;
  private static final long MEMORY = 4L << 20;
  private static final int IDLE_SECONDS = 1;

  private final Path directory;
  private final ThreadPoolExecutor threads;
  private final DelayQueue queue;
  private final BideClock clock;

  private Bed(Path directory, Instant start, Duration patience) {
    Activity activity = new Activity();
    this.directory = directory;
    this.threads = threads();
    Executor counted = task -> threads.execute(activity.during(task));
    Agenda agenda = new Agenda(start, counted);
    Store store = RocksStore.open(RocksConfig.at(directory)
        .durability(Durability.RELAXED)
        .memory(MEMORY, MEMORY)
        .journalBytes(JOURNAL)
        .freeSpaceFloor(0)
        .clock(agenda));
    Engine engine = Engine.start(new WatchedStore(store, activity), CONFIG, agenda, agenda);
    this.queue = new HostedQueue(engine, agenda, counted, CONFIG.maxWait());
    this.clock = new BideClock(agenda, new Quiet(activity, store, patience));
  }

  static Bed make(Instant start) {
    return make(start, PATIENCE);
  }

  /**
   * A bed for one test.
   *
   * @param patience how long handlers may take, by the clock of the machine
   */
  static Bed make(Instant start, Duration patience) {
    try {
      return new Bed(Files.createTempDirectory("bide-junit"), start, patience);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory for the queue of a test", e);
    }
  }

  Path directory() {
    return directory;
  }

  DelayQueue queue() {
    return queue;
  }

  BideClock clock() {
    return clock;
  }

  /** Also when handlers still run: their thread is interrupted, and what they hold is gone. */
  @Override
  public void close() {
    List<Runnable> unused = threads.shutdownNow();
    queue.close();
    delete(directory);
  }

  private static ThreadPoolExecutor threads() {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "bide-junit-" + number.incrementAndGet());
          // A handler that never returns must not keep the tests from ending.
          thread.setDaemon(true);
          return thread;
        },
        (task, pool) -> {
          // The test is over: nobody waits for what comes now.
        });
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }
}
