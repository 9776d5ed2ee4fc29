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

/** Mixed load from several threads, until the process is killed. */
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

  private static final TopicSettings SETTINGS = TopicSettings.builder()
      .lease(Duration.ofSeconds(1))
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

  private final RecordedQueue queue;
  private final int run;
  private final long seed;
  private final List<Call> leftovers;
  private final Memory memory = new Memory();

  Load(RecordedQueue queue, int run, long seed, List<Call> leftovers) {
    this.queue = queue;
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

  /** Starts the threads; they end with the process. */
  void start() {
    Random random = new Random(seed);
    List<Runnable> actors = new ArrayList<>();
    for (int i = 0; i < ACTORS; i++) {
      actors.add(new Actor(queue, memory, run + "x" + i, run, random.nextLong()));
    }
    Quiet quiet = new Quiet(queue, String.valueOf(run));
    actors.add(quiet::consume);
    actors.add(quiet::produce);
    actors.add(this::repeatLeftovers);
    for (int i = 0; i < actors.size(); i++) {
      Thread thread = new Thread(actors.get(i), "bide-load-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** What the process before was not answered is asked again; what it held is settled late. */
  private void repeatLeftovers() {
    Random random = new Random(~seed);
    for (Call call : leftovers) {
      if (call instanceof Call.Put put) {
        queue.put(List.of(put));
        memory.puts().add(put, random);
      } else if (call instanceof Call.Settle settle) {
        queue.settle(List.of(settle));
        memory.receipts().add(settle.receipt(), random);
      }
    }
  }
}
