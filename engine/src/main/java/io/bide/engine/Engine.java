package io.bide.engine;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Event;
import io.bide.Events;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Records;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.bide.store.Store;
import io.bide.store.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delay queue of this process, over a store: {@link Admission} checks what comes in, {@link
 * Waiting} serves claims, {@link Sweeper} has the store write down what has become true, and what
 * happened is told to {@link #events()}.
 *
 * <p>Futures complete on a thread of the store or of the timer: what hangs on them must be quick. The
 * engine owns its store and closes it.
 */
public final class Engine implements DelayQueue {
  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  private final Store store;
  private final EngineConfig config;
  private final @Nullable Alarms ownTimer;
  private final Gate gate = new Gate();
  private final Gate.Room puts;
  private final Gate.Room putBytes;
  private final Gate.Room settles;
  private final Gate.Room calls;
  private final EventHub events = new EventHub();
  private final Telling telling;
  private final Admission admission;
  private final Returns returns;
  private final Waiting waiting;
  private final Bulk bulk;
  private final Sweeper sweeper;
  private final WatchedRecords records;
  private final Ear ear;

  private Engine(Store store, EngineConfig config, Time time, @Nullable Alarms ownTimer) {
    this.store = store;
    this.config = config;
    this.ownTimer = ownTimer;
    puts = new Gate.Room("puts", config.maxMessagesInFlight());
    putBytes = new Gate.Room("bytes of puts", config.maxBytesInFlight());
    settles = new Gate.Room("settles", config.maxMessagesInFlight());
    calls = new Gate.Room("calls", config.maxCallsInFlight());
    telling = new Telling(events, time.clock());
    admission = new Admission(config, time.clock());
    returns = new Returns(store, gate, telling);
    waiting = new Waiting(store, config, time, gate, telling, returns);
    bulk = new Bulk(store, telling);
    sweeper = new Sweeper(store, time.timer(), config);
    records = new WatchedRecords(store.records(), gate, calls);
    ear = new Ear(gate, waiting, events, records);
  }

  /** Starts a queue over a store, which it owns from now on, with a timer thread of its own. */
  public static Engine start(Store store, EngineConfig config) {
    Alarms timer = new Alarms();
    return start(new Engine(store, config, Time.system(timer), timer));
  }

  /**
   * Starts a queue with a timer of the caller, which stays the caller's.
   *
   * @param clock goes with the timer: when it has moved on, the timer's tasks are due
   */
  public static Engine start(Store store, EngineConfig config, Timer timer, InstantSource clock) {
    return start(new Engine(store, config, Time.of(timer, clock), null));
  }

  private static Engine start(Engine engine) {
    engine.store.listen(engine.ear);
    engine.sweeper.start();
    return engine;
  }

  /** The limits and intervals it keeps. */
  public EngineConfig config() {
    return config;
  }

  /** Where everything that happens in this process is told. */
  public Events events() {
    return events;
  }

  /** The store's records, as long as the queue is open. */
  public Records records() {
    return records;
  }

  /** Completed when the store has failed for good, with the reason; every call fails from then on. */
  public CompletableFuture<BideException> failure() {
    return ear.failure();
  }

  /** Tells how the store makes calls durable; the last one to ask is told. */
  public void observeCommits(Commits observer) {
    ear.observe(observer);
  }

  /** Tells what a part beside the queue has seen to those who follow {@link #events()}. */
  public void tell(Event event) {
    events.tell(event);
  }

  /**
   * Tells topics in which something becomes ready, now or later, also through other nodes; the last one
   * to ask is told. Called on threads of the store: it must not block.
   */
  public void followDue(Consumer<Topic> listener) {
    waiting.follow(listener);
  }

  /** How many claims are parked now. */
  public int waitingClaims() {
    return waiting.parked();
  }

  /** Answers after a round trip through the store; fails when it does not work. */
  public CompletableFuture<Void> ping() {
    return call(store::ping, done -> {});
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> batch) {
    return checked(() -> {
      Admission.Batch admitted = admission.admit(batch);
      if (admitted.good().isEmpty()) {
        return gate.pass(calls, 1, Engine::nothing, none -> admitted.answers(List.of()));
      }
      long bytes = admitted.bytes();
      gate.enter(putBytes, bytes);
      CompletableFuture<List<PutResult>> answer =
          gate.pass(puts, admitted.good().size(), () -> store.put(admitted.good()), results -> {
            telling.put(results);
            return admitted.answers(results);
          });
      Failures.whenDone(answer, (results, error) -> gate.leave(putBytes, bytes));
      return answer;
    });
  }

  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    return checked(() -> {
      admission.check(claim);
      return waiting.claim(claim);
    });
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> batch) {
    return checked(() -> {
      admission.checkBatch("settles", batch.size());
      List<? extends Settle> copy = List.copyOf(batch);
      return gate.pass(settles, copy.size(), () -> store.settle(copy), results -> {
        telling.settled(copy, results);
        return results;
      });
    });
  }

  @Override
  public CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    return checked(() -> {
      admission.checkBatch("deliveries", deliveries.size());
      List<Delivery> copy = List.copyOf(deliveries);
      return gate.pass(settles, copy.size(), () -> returns.unclaim(copy), Function.identity());
    });
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return byId(topic, id, () -> store.cancel(topic, id, whenLeased), result -> {
      if (result.answer() == CancelResult.Answer.CANCELLED) {
        telling.cancelled(topic, id);
      }
    });
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return byId(topic, id, () -> store.reschedule(topic, id, due), result -> {
      if (result.answer() == RescheduleResult.Answer.RESCHEDULED) {
        telling.rescheduled(topic, id, result.due());
      }
    });
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return byId(topic, id, () -> store.peek(topic, id), message -> {});
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return byId(topic, id, () -> store.erase(topic, id), state -> {});
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return checked(() -> {
      admission.checkPage(browse.limit());
      return call(() -> store.browse(browse), page -> {});
    });
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return checked(() -> {
      admission.checkPage(limit);
      return call(() -> store.topics(cursor, limit), page -> {});
    });
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return call(() -> store.stats(topic), stats -> {});
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return call(() -> store.settings(topic), settings -> {});
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return call(() -> store.configure(topic, settings), done -> {});
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic) {
    return call(() -> store.pause(topic, true), done -> telling.paused(topic, true));
  }

  @Override
  public CompletableFuture<Void> resume(Topic topic) {
    return call(() -> store.pause(topic, false), done -> {
      telling.paused(topic, false);
      waiting.due(topic, Duration.ZERO);
    });
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return call(() -> store.purge(topic), count -> telling.purged(topic, count));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic, State ended) {
    return checked(() -> {
      if (ended.live()) {
        throw BideException.invalid("state", "is " + ended + "; only ended messages are purged");
      }
      return call(() -> bulk.purge(topic, ended), count -> {});
    });
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return call(() -> bulk.redrive(redrive), result -> waiting.due(redrive.topic(), Duration.ZERO));
  }

  /**
   * Answers waiting claims now, and from now on claims that would wait; all other calls go on. For
   * whoever wants to finish what is under way before it {@linkplain #close closes}.
   */
  public void stopWaiting() {
    waiting.close();
  }

  /**
   * Answers waiting claims, finishes what is in flight (for at most {@link
   * EngineConfig#closeTimeout()}), then closes the store. Not to be called from what hangs on a
   * future of the queue.
   */
  @Override
  public void close() {
    if (!gate.close()) {
      return;
    }
    sweeper.stop();
    waiting.close();
    if (!gate.awaitEmpty(config.closeTimeout())) {
      log.warn("Closing although calls are still in flight after {}", config.closeTimeout());
    }
    if (ownTimer != null) {
      ownTimer.close();
    }
    store.close();
  }

  private <T> CompletableFuture<T> byId(
      Topic topic, String id, Supplier<CompletableFuture<T>> call, Consumer<T> after) {
    return checked(() -> {
      Admission.checkId(topic, id);
      return call(call, after);
    });
  }

  private <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> call, Consumer<T> after) {
    return gate.pass(calls, 1, call, value -> {
      after.accept(value);
      return value;
    });
  }

  /** What is refused fails the future: nobody has to look in two places. */
  private static <T> CompletableFuture<T> checked(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (BideException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static CompletableFuture<List<PutResult>> nothing() {
    return CompletableFuture.completedFuture(List.of());
  }
}
