package io.bide.testing.crash;

import io.bide.Backoff;
import io.bide.DelayQueue;
import io.bide.Receipt;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Mixed load from several threads, until it is stopped or the process is killed. Where there are several
 * nodes, each thread has one of them, and what one has put or holds the others cancel and settle.
 */
final class Load {
  static final List<String> PLAIN = List.of("plain-a", "plain-b");
  static final String MERGE = "merge";
  static final String QUIET = "quiet";
  static final List<String> TOPICS = List.of("plain-a", "plain-b", MERGE, QUIET);

  /** More than one, so that calls meet in one group commit; few, so that none waits for a core. */
  private static final int ACTORS = 5;

  private static final int STOCK_BATCHES = 100;
  private static final int STOCK_BATCH = 20;
  private static final long STOCK_DELAY_MILLIS = 3_000;

  static final long LEASE_MILLIS = 1_000;

  private static final TopicSettings SETTINGS = TopicSettings.builder()
      .lease(Duration.ofMillis(LEASE_MILLIS))
      .backoff(Backoff.fixed(Duration.ofMillis(150)))
      // Everything that ended must still be there when the last process lists it.
      .retention(Duration.ofHours(2))
      .deadRetention(Duration.ofHours(2))
      .keepBodies(true)
      .build();

  /** What the actors know of each other's messages. */
  record Memory(Pool<Life.Key> ids, Pool<Call.Put> puts, Pool<Receipt> receipts) {
    Memory() {
      this(new Pool<>(), new Pool<>(), new Pool<>());
    }
  }

  private final List<RecordedQueue> nodes;
  private final int run;
  private final long seed;
  private final List<Call> leftovers;
  private final Memory memory = new Memory();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  Load(List<RecordedQueue> nodes, int run, long seed, List<Call> leftovers) {
    this.nodes = List.copyOf(nodes);
    this.run = run;
    this.seed = seed;
    this.leftovers = leftovers;
  }

  static void configure(DelayQueue queue) {
    TOPICS.forEach(topic -> queue.configure(Topic.of(topic), SETTINGS).join());
  }

  /** Many messages that are due later, with so little memory that they end up in tables. */
  static void stock(RecordedQueue queue, int run) {
    for (int batch = 0; batch < STOCK_BATCHES; batch++) {
      // With large batches there is much to write, with small ones there is much writing.
      int size = batch < STOCK_BATCHES / 2 ? STOCK_BATCH : 1;
      List<Call.Put> puts = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        String body = "s" + run + "x" + batch + "x" + i;
        puts.add(new Call.Put(
            PLAIN.get(i % 2), body, body, null, Call.Merge.NONE, STOCK_DELAY_MILLIS, 0, 0));
      }
      queue.put(puts);
    }
  }

  /** Starts the threads; they end with the process, if not before. */
  void start() {
    Random random = new Random(seed);
    for (int i = 0; i < ACTORS; i++) {
      Actor actor = new Actor(node(i), memory, run + "x" + i, run, random.nextLong());
      begin(() -> repeat(actor::step));
    }
    // What is put on one node wakes who waits on another.
    Quiet consumer = new Quiet(node(0), String.valueOf(run));
    Quiet producer = new Quiet(node(1), String.valueOf(run));
    begin(() -> repeat(consumer::consume));
    begin(() -> repeat(producer::produce));
    begin(this::repeatLeftovers);
  }

  private RecordedQueue node(int index) {
    return nodes.get(index % nodes.size());
  }

  private void repeat(Runnable step) {
    while (!stopped) {
      step.run();
    }
  }

  private void begin(Runnable work) {
    Thread thread = new Thread(work, "bide-load-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Lets each thread finish what it is doing, and waits for that. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** What the process before was not answered is asked again; what it held is settled late. */
  private void repeatLeftovers() {
    Random random = new Random(~seed);
    for (Call call : leftovers) {
      if (call instanceof Call.Put put) {
        node(0).put(List.of(put));
        memory.puts().add(put, random);
      } else if (call instanceof Call.Settle settle) {
        node(0).settle(List.of(settle));
        memory.receipts().add(settle.receipt(), random);
      }
    }
  }
}
