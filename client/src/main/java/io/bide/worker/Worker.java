package io.bide.worker;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the messages of topics as they become due, on any {@link DelayQueue}: claims them, calls a
 * handler, extends their leases while it runs, and settles them by its outcome.
 *
 * <pre>{@code
 * Worker worker = Worker.builder(queue)
 *     .topic("orders", delivery -> close(delivery.message().id()))
 *     .topic("mails", Handler.deciding(this::send), TopicOptions.concurrently(64))
 *     .start();
 * ...
 * worker.stop(Duration.ofSeconds(20));
 * }</pre>
 *
 * <p>A handler that returns has done its work and its message is acknowledged; one that throws has
 * failed and its message is released, to be tried again by its backoff. No more is claimed than can be
 * begun at once. No thread is blocked while nothing is due.
 *
 * <p>Thread-safe. The queue stays the caller's: stop the worker first, then close the queue. No method
 * here may be called to wait for itself: a handler does not stop its own worker.
 */
public final class Worker implements AutoCloseable {
  /** How long {@link #close} waits for handlers. */
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  /** How long handlers that were interrupted have to give up. */
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private final Timing timing;
  private final @Nullable ExecutorService threads;
  private final Map<Topic, List<Lane>> lanes = new ConcurrentHashMap<>();

  Worker(Timing timing, @Nullable ExecutorService threads, Map<Topic, List<Lane>> lanes) {
    this.timing = timing;
    this.threads = threads;
    this.lanes.putAll(lanes);
  }

  public static WorkerBuilder builder(DelayQueue queue) {
    return new WorkerBuilder(queue);
  }

  /**
   * Takes no further message, of any topic, until it is resumed; handlers that run go on. Other
   * workers are not affected: that is what {@link DelayQueue#pause} is for.
   */
  public void pause() {
    eachLane(Lane::pause);
  }

  public void resume() {
    eachLane(Lane::resume);
  }

  /**
   * Takes no further message of a topic until it is resumed, nor of its dead letters.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} for a topic that it does not serve
   */
  public void pause(Topic topic) {
    lanesOf(topic).forEach(Lane::pause);
  }

  public void resume(Topic topic) {
    lanesOf(topic).forEach(Lane::resume);
  }

  /**
   * Takes no further message of a topic, for good, nor of its dead letters.
   *
   * @return complete when the handlers of the topic have finished and the queue has taken note of it
   */
  public CompletableFuture<Void> remove(Topic topic) {
    List<Lane> removed = lanesOf(topic);
    CompletableFuture<Void> over = allOver(removed);
    Failures.whenDone(over, (done, error) -> lanes.remove(topic));
    return over;
  }

  /** How many calls of handlers run now, or are about to. */
  public int running() {
    return lanes.values().stream().flatMap(List::stream).mapToInt(Lane::calls).sum();
  }

  /** How many calls of a topic's handlers run now, or are about to; zero if it is not served. */
  public int running(Topic topic) {
    return lanes.getOrDefault(topic, List.of()).stream().mapToInt(Lane::calls).sum();
  }

  /**
   * Takes no further message, lets handlers finish, and tells the queue what became of their messages.
   * What was claimed and not begun is given back with its attempts, so that others have it at once.
   *
   * <p>Handlers that have not finished in time are interrupted (on the worker's own threads). Those
   * that go on nevertheless are left to their leases, which are not extended any more: others get their
   * messages when those end. Nothing is lost.
   *
   * @return whether all handlers finished by themselves
   */
  public boolean stop(Duration grace) {
    List<Lane> all = lanes.values().stream().flatMap(List::stream).toList();
    CompletableFuture<Void> over = allOver(all);
    boolean finished = await(over, grace);
    if (!finished) {
      log.warn("{} handlers still run after {} and are interrupted", running(), grace);
      interrupt(over);
      all.forEach(Lane::abandon);
    }
    if (threads != null) {
      threads.shutdown();
    }
    timing.close();
    return finished;
  }

  private void interrupt(CompletableFuture<Void> over) {
    if (threads == null) {
      return;
    }
    List<Runnable> unused = threads.shutdownNow();
    if (!await(over, AFTER_INTERRUPT)) {
      log.warn("{} handlers go on: their messages come back when their leases end", running());
    }
  }

  /** {@linkplain #stop Stops} with {@link #DEFAULT_GRACE}. */
  @Override
  public void close() {
    boolean unused = stop(DEFAULT_GRACE);
  }

  private static CompletableFuture<Void> allOver(List<Lane> some) {
    return CompletableFuture.allOf(
        some.stream().map(Lane::close).toArray(CompletableFuture<?>[]::new));
  }

  private static boolean await(CompletableFuture<Void> over, Duration most) {
    try {
      over.get(most.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lane ends but does not fail", e);
    }
  }

  private void eachLane(Consumer<Lane> action) {
    lanes.values().forEach(some -> some.forEach(action));
  }

  private List<Lane> lanesOf(Topic topic) {
    List<Lane> some = lanes.get(topic);
    if (some == null) {
      throw BideException.invalid(
          "topic", topic + " is not served by this worker, which serves " + lanes.keySet());
    }
    return some;
  }
}
