package io.bide.server.transfer;

import io.bide.DelayQueue;
import io.bide.Records;
import io.bide.dialect.Refusal;
import io.bide.imports.Import;
import io.bide.imports.ImportPlan;
import io.bide.imports.Progress;
import io.bide.imports.Sink;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The imports of this server: one at a time, each on a thread of its own. What became of the last ones is
 * remembered until the server stops. Thread-safe.
 */
public final class Imports implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Imports.class);
  private static final int REMEMBERED = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Into into;
  private final int maxBatch;
  private final Records records;
  private final InstantSource clock;
  private final Map<String, Import> known = new LinkedHashMap<>();
  private @Nullable Thread worker;
  private int started;

  /** Where the messages of a system go, as far as a caller may use the queue. */
  @FunctionalInterface
  public interface Into {
    Sink sink(ImportPlan.From from, DelayQueue queue);
  }

  public Imports(Into into, int maxBatch, Records records, InstantSource clock) {
    this.into = into;
    this.maxBatch = maxBatch;
    this.records = records;
    this.clock = clock;
  }

  /** An import and its name. */
  record Named(String id, Import one) {}

  /**
   * Starts an import.
   *
   * @param queue as the caller may use it
   * @throws Refusal while another one runs
   */
  synchronized Named start(ImportPlan plan, DelayQueue queue) {
    known.forEach((id, one) -> {
      if (one.progress().state() == Progress.State.RUNNING) {
        throw new Refusal(
            409,
            "import-running",
            "import " + id + " is running; wait for its end, or stop it with DELETE /v1/imports/"
                + id);
      }
    });
    Import one = new Import(plan, into.sink(plan.from(), queue), maxBatch, records, clock);
    String id = UUID.randomUUID().toString();
    known.put(id, one);
    if (known.size() > REMEMBERED) {
      known.remove(known.keySet().iterator().next());
    }
    worker = new Thread(() -> run(one), "bide-import-" + ++started);
    worker.setDaemon(true);
    worker.start();
    return new Named(id, one);
  }

  private static void run(Import one) {
    log.info("Importing from {}", one.plan());
    one.run();
    Progress end = one.progress();
    log.info(
        "Import from {} is {}: {} of {} seen, {} stored{}",
        one.plan(),
        end.state().word(),
        end.seen(),
        end.total(),
        end.stored(),
        end.error() == null ? "" : "; " + end.error());
  }

  /**
   * Finds an import of this server.
   *
   * @throws Refusal when there is none
   */
  synchronized Named find(String id) {
    Import one = known.get(id);
    if (one == null) {
      throw new Refusal(
          404, "unknown-import", "there is no import " + id + "; after a restart start it again");
    }
    return new Named(id, one);
  }

  /** Stops what is running, and waits until its page is done, but not for ever: it may end anywhere. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      known.values().forEach(Import::stop);
      last = worker;
    }
    if (last != null) {
      try {
        last.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
