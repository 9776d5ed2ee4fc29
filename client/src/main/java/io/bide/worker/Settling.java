package io.bide.worker;

import io.bide.BideException;
import io.bide.Body;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the queue what became of the messages of one topic.
 *
 * <p>Outcomes that come while others are on their way travel together after them. What the queue could
 * not take note of is told again, a few times: settling by a receipt twice does no harm. After that
 * only the end of the lease brings the message back. Thread-safe.
 */
final class Settling {
  private static final Logger log = LoggerFactory.getLogger(Settling.class);

  /** So many do not wait for the answer of those before. */
  private static final int FULL_LOAD = 256;

  /** How often an outcome is told at most: for about 20 s. */
  private static final int MAX_TRIES = 9;

  private final DelayQueue queue;
  private final Timing timing;
  private final WorkerListener listener;
  private final Leases leases;
  private final Runnable changed;
  private final Loop sending = new Loop(this::send);
  private final AtomicInteger open = new AtomicInteger();

  private final ArrayDeque<Parting> waiting = new ArrayDeque<>();
  private int calls;

  /** A message that its handler has finished with. */
  private record Parting(Held held, Outcome outcome, int tries) {
    Delivery delivery() {
      return held.delivery();
    }

    Settle settle(Receipt receipt) {
      if (outcome instanceof Outcome.Retry retry) {
        return new Settle.Release(receipt, retry.due());
      }
      if (outcome instanceof Outcome.NotNow notNow) {
        return new Settle.Unclaim(receipt, notNow.due());
      }
      return outcome instanceof Outcome.Dead
          ? Settle.Release.last(receipt)
          : new Settle.Ack(receipt);
    }

    boolean repeated() {
      return tries > 1;
    }

    Parting again() {
      return new Parting(held, outcome, tries + 1);
    }
  }

  /**
   * Nothing to tell yet.
   *
   * @param changed called whenever {@link #open} has become smaller
   */
  Settling(
      DelayQueue queue, Timing timing, WorkerListener listener, Leases leases, Runnable changed) {
    this.queue = queue;
    this.timing = timing;
    this.listener = listener;
    this.leases = leases;
    this.changed = changed;
  }

  /** Of how many messages the queue has not yet taken note. */
  int open() {
    return open.get();
  }

  /** Takes the outcomes of messages, in the same order, to be told with the next {@link #flush}. */
  void add(List<Held> held, List<Outcome> outcomes) {
    open.addAndGet(held.size());
    for (int i = 0; i < held.size(); i++) {
      add(new Parting(held.get(i), outcomes.get(i), 1));
    }
  }

  /** Tells what has gathered, if nothing is on its way; otherwise after that. */
  void flush() {
    sending.run();
  }

  private void add(Parting parting) {
    if (parting.delivery().receipt() != null) {
      synchronized (this) {
        waiting.add(parting);
      }
    } else if (parting.outcome() instanceof Outcome.NotNow notNow) {
      putAgain(parting, notNow);
    } else {
      settled(parting);
    }
  }

  /** Gives back what no handler has seen. */
  void giveBack(List<Held> unseen) {
    if (!unseen.isEmpty()) {
      open.addAndGet(unseen.size());
      giveBack(unseen, 1);
    }
  }

  private void giveBack(List<Held> unseen, int tries) {
    List<Delivery> deliveries = unseen.stream().map(Held::delivery).toList();
    Failures.whenDone(Failures.catching(() -> queue.unclaim(deliveries)), (done, error) -> {
      if (error != null && mayTryAgain(error, tries)) {
        later(tries, () -> giveBack(unseen, tries + 1));
        return;
      }
      if (error == null) {
        listener.returned(deliveries.get(0).message().topic(), unseen.size());
      } else {
        log.warn(
            "Could not give back {} messages of topic {}; their leases have to end first",
            unseen.size(),
            deliveries.get(0).message().topic(),
            error);
      }
      unseen.forEach(this::over);
    });
  }

  /** Sends a load, if there is one and it need not wait. */
  private boolean send() {
    List<Parting> load = takeLoad();
    if (load.isEmpty()) {
      return false;
    }
    List<Settle> settles = new ArrayList<>(load.size());
    for (Parting parting : load) {
      settles.add(parting.settle(parting.delivery().requireReceipt()));
    }
    Failures.whenDone(Failures.catching(() -> queue.settle(settles)), (results, error) -> {
      synchronized (this) {
        calls--;
      }
      for (int i = 0; i < load.size(); i++) {
        answered(load.get(i), error == null ? results.get(i) : SettleResult.failed(error));
      }
      flush();
    });
    return true;
  }

  private synchronized List<Parting> takeLoad() {
    if (waiting.isEmpty() || (calls > 0 && waiting.size() < FULL_LOAD)) {
      return List.of();
    }
    calls++;
    List<Parting> load = new ArrayList<>(Math.min(waiting.size(), TopicOptions.MAX_BATCH_SIZE));
    while (!waiting.isEmpty() && load.size() < TopicOptions.MAX_BATCH_SIZE) {
      load.add(waiting.remove());
    }
    return load;
  }

  private void answered(Parting parting, SettleResult result) {
    BideException error = result.error();
    if (error != null && mayTryAgain(error, parting.tries())) {
      later(parting.tries(), () -> {
        add(parting.again());
        flush();
      });
    } else if (error == null && isSettled(parting, result)) {
      settled(parting);
    } else {
      unsettled(parting, result.answer(), error);
    }
  }

  /** The second answer of what was told twice says that the first one has arrived. */
  private static boolean isSettled(Parting parting, SettleResult result) {
    return result.ok()
        || parting.repeated()
        || (result.state() == State.DONE && parting.outcome() instanceof Outcome.Done);
  }

  /** An at-most-once topic has forgotten the message: what is not for now is a new one. */
  private void putAgain(Parting parting, Outcome.NotNow notNow) {
    List<Put> puts = putsOf(parting.delivery().message(), notNow.due());
    Failures.whenDone(Failures.catching(() -> queue.put(puts)), (results, failure) -> {
      BideException error = failure != null ? failure : errorOf(results);
      if (error == null) {
        settled(parting);
      } else if (mayTryAgain(error, parting.tries())) {
        later(parting.tries(), () -> add(parting.again()));
      } else {
        unsettled(parting, SettleResult.Answer.FAILED, error);
      }
    });
  }

  private static List<Put> putsOf(Message message, Due due) {
    List<Put> puts = new ArrayList<>(message.items().size());
    for (Body item : message.items()) {
      Put.Builder put = Put.to(message.topic())
          .id(message.id())
          .body(item)
          .attributes(message.attributes())
          .due(due)
          .ttl(message.ttl())
          .lease(message.lease())
          .maxAttempts(message.maxAttempts())
          .backoff(message.backoff());
      puts.add(
          message.merged() ? put.merge(MergeOptions.KEEP.raw(message.raw())).build() : put.build());
    }
    return puts;
  }

  private static @Nullable BideException errorOf(List<PutResult> results) {
    for (PutResult result : results) {
      if (result instanceof PutResult.Failed failed) {
        return failed.error();
      }
    }
    return null;
  }

  private static boolean mayTryAgain(BideException error, int tries) {
    return error.code().retryable() && tries < MAX_TRIES;
  }

  private void later(int tries, Runnable again) {
    Runnable unused = timing.after(Failures.restAfter(tries), again);
  }

  private void settled(Parting parting) {
    listener.settled(parting.delivery(), parting.outcome());
    over(parting.held());
  }

  private void unsettled(
      Parting parting, SettleResult.Answer answer, @Nullable BideException error) {
    log.warn(
        "The outcome of {} was not taken note of ({}); it is or will be handled again",
        parting.delivery().message(),
        answer,
        error);
    listener.unsettled(parting.delivery(), parting.outcome(), error);
    over(parting.held());
  }

  private void over(Held held) {
    leases.remove(held);
    open.decrementAndGet();
    changed.run();
  }
}
