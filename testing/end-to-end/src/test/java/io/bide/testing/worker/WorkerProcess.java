package io.bide.testing.worker;

import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of a worker, which tells on its standard output what it does. Arguments: directory, and
 * {@code first} for one that puts all messages and never ends, {@code next} for one that ends when all
 * are done.
 */
final class WorkerProcess {
  static final int MESSAGES = 300;
  static final int STUCK = 4;
  private static final Topic ORDERS = Topic.of("orders");
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration LEASE = Duration.ofSeconds(2);

  private final PrintStream out = System.out;
  private final CountDownLatch never = new CountDownLatch(1);
  private final boolean first;
  private final Engine engine;

  private WorkerProcess(Path directory, boolean first) {
    this.first = first;
    this.engine = Engine.start(
        RocksStore.open(RocksConfig.at(directory).freeSpaceFloor(0)), EngineConfig.DEFAULT);
  }

  public static void main(String[] args) throws Exception {
    new WorkerProcess(Path.of(args[0]), args[1].equals("first")).run();
  }

  private void run() throws Exception {
    if (first) {
      for (int i = 0; i < MESSAGES; i++) {
        engine.put(Put.to(ORDERS).id("m" + i).build()).join().requireStored();
      }
    }
    Worker worker = Worker.builder(engine)
        .topic("orders", delivery -> handle(delivery.message().id()), options())
        .start();
    if (first) {
      never.await();
    }
    while (engine.stats(ORDERS).join().count(State.DONE) < MESSAGES) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    worker.close();
    engine.close();
  }

  /**
   * More places than handlers that are stuck, so that the others are done, also when a process that stood still
   * has lost its leases and is handed those that are stuck once more.
   */
  private static TopicOptions options() {
    return TopicOptions.concurrently(3 * STUCK + 1).lease(LEASE);
  }

  private void handle(String id) throws InterruptedException {
    say("begin " + id);
    if (first && Integer.parseInt(id.substring(1)) % (MESSAGES / STUCK) == 1) {
      never.await();
    }
    say("end " + id);
  }

  private synchronized void say(String line) {
    out.println(line);
    out.flush();
  }
}
