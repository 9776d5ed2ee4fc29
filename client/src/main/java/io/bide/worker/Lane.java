package io.bide.worker;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One topic of a worker: what was claimed waits here for a thread, is handled, and leaves with its
 * outcome.
 *
 * <p><b>The idea.</b> A <i>call</i> is what a handler gets at once: a message, or a batch. Calls wait
 * in one line, and <i>runners</i> on the executor take one after the other. A runner that takes a
 * call and sees another one waiting asks for one more runner before it begins; at most one is on its
 * way. So handlers that block get a thread each within the time it takes to start one, and handlers
 * that return at once are all done by the runner that is there: a batch costs a hand-over, not a
 * hand-over per message. A runner tells outcomes when it is through; if a handler holds it up, the
 * runner that it has asked for tells them.
 *
 * <p><b>The invariant.</b> Calls that wait or run are never more than {@link
 * TopicOptions#concurrency} and {@link TopicOptions#prefetch} together, because no more is claimed;
 * and while calls wait that may begin, a runner is there or on its way. A place is free again when its handler has finished: the next claim travels with the
 * acknowledgement and does not wait for it.
 *
 * <p><b>Locks.</b> The state is guarded by the lane's monitor. Inside it nothing else is called.
 */
final class Lane {
  private static final Logger log = LoggerFactory.getLogger(Lane.class);

  /** With so many outcomes that the queue has not taken note of, no more is claimed. */
  private static final int MAX_OPEN = 10_000;

  private enum Mode {
    OPEN,
    PAUSED,
    CLOSED
  }

  private final Means means;
  private final Topic topic;
  private final Handling handling;
  private final TopicOptions options;
  private final Intake intake;
  private final Leases leases;
  private final Settling settling;
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  private final ArrayDeque<List<Held>> waiting = new ArrayDeque<>();
  private volatile Mode mode = Mode.OPEN;
  private int calls;
  private int runners;
  private boolean runnerOnItsWay;
  private volatile boolean full;

  /**
   * A lane that does nothing until it is {@linkplain #start started}.
   *
   * @param preparation has to succeed before the first claim
   */
  Lane(
      Means means,
      Topic topic,
      Handler handler,
      TopicOptions options,
      Supplier<CompletableFuture<Void>> preparation) {
    this.means = means;
    this.topic = topic;
    this.handling = new Handling(means, topic, handler, options);
    this.options = options;
    Claim claim = Claim.from(topic).lease(options.lease()).waiting(means.poll());
    this.intake = new Intake(means, claim, this, preparation);
    this.leases = new Leases(means.queue(), means.timing(), options.longest());
    this.settling =
        new Settling(means.queue(), means.timing(), means.listener(), leases, this::settled);
  }

  void start() {
    intake.wake();
  }

  /** Claims nothing and begins nothing until it is resumed; what runs goes on. */
  void pause() {
    stopTaking(Mode.PAUSED);
  }

  void resume() {
    synchronized (this) {
      mode = mode == Mode.PAUSED ? Mode.OPEN : mode;
    }
    intake.wake();
  }

  /**
   * Claims nothing and begins nothing any more.
   *
   * @return complete when what runs has finished and the queue has taken note of it
   */
  CompletableFuture<Void> close() {
    stopTaking(Mode.CLOSED);
    endIfOver();
    return over;
  }

  /** Leaves what still runs to its leases. */
  void abandon() {
    leases.stop();
  }

  /** How many calls of the handler run or are about to. */
  synchronized int calls() {
    return calls;
  }

  boolean isOpen() {
    return mode == Mode.OPEN;
  }

  // For the intake.

  /** How many messages may be claimed now. */
  synchronized int room() {
    int free = options.concurrency() + options.prefetch() - calls;
    if (mode != Mode.OPEN || !runsLow() || free <= 0 || isFull()) {
      return 0;
    }
    return handling.isBatch() ? options.batchSize() : Math.min(free, options.batchSize());
  }

  void arrived(Claimed claimed) {
    if (claimed.isEmpty()) {
      return;
    }
    List<Held> held = Held.of(claimed, options.lease(), means.timing().nanos());
    means.listener().claimed(topic, held.size());
    // Before a runner can see it: what is settled at once is taken out again.
    leases.add(held);
    if (lineUp(held)) {
      callRunner();
    } else {
      settling.giveBack(held);
    }
  }

  /** Completes {@link #close}, if everything has come to its end. */
  void endIfOver() {
    if (mode == Mode.CLOSED && calls() == 0 && intake.idle() && settling.open() == 0) {
      leases.stop();
      over.complete(null);
    }
  }

  private void settled() {
    if (full && settling.open() < MAX_OPEN) {
      full = false;
      intake.wake();
    }
    endIfOver();
  }

  /** Whoever settles after the flag is set sees it; whoever did before is counted after it. */
  private boolean isFull() {
    if (settling.open() < MAX_OPEN) {
      return false;
    }
    full = true;
    return settling.open() >= MAX_OPEN;
  }

  private synchronized boolean lineUp(List<Held> held) {
    if (mode != Mode.OPEN) {
      return false;
    }
    if (handling.isBatch()) {
      waiting.add(held);
      calls++;
    } else {
      held.forEach(one -> waiting.add(List.of(one)));
      calls += held.size();
    }
    return true;
  }

  private void stopTaking(Mode next) {
    List<Held> unseen;
    synchronized (this) {
      mode = mode == Mode.CLOSED ? mode : next;
      unseen = takeWaiting();
    }
    intake.cancel();
    settling.giveBack(unseen);
  }

  private List<Held> takeWaiting() {
    List<Held> unseen = new ArrayList<>();
    waiting.forEach(unseen::addAll);
    calls -= waiting.size();
    waiting.clear();
    return unseen;
  }

  private void callRunner() {
    if (!wantsRunner()) {
      return;
    }
    try {
      means.executor().execute(this::run);
    } catch (RejectedExecutionException e) {
      log.warn("The executor refuses to run handlers of topic {}", topic, e);
      noRunner();
    }
  }

  private synchronized boolean wantsRunner() {
    if (runnerOnItsWay || !mayBegin() || runners == options.concurrency()) {
      return false;
    }
    runnerOnItsWay = true;
    runners++;
    return true;
  }

  /** Nobody is there to take what waits, unless another runner is. */
  private void noRunner() {
    List<Held> unseen;
    synchronized (this) {
      runnerOnItsWay = false;
      runners--;
      unseen = runners > 0 ? List.of() : takeWaiting();
    }
    intake.rest();
    settling.flush();
    settling.giveBack(unseen);
  }

  /** A runner: takes calls until none waits. */
  private void run() {
    synchronized (this) {
      runnerOnItsWay = false;
    }
    // What the runner before has finished must not wait for the handler that it is at now.
    settling.flush();
    for (List<Held> call = take(); call != null; call = take()) {
      callRunner();
      wakeIfLow();
      List<Held> mine = call;
      handling.handle(mine, outcomes -> finished(mine, outcomes));
      // An interrupt was meant for the handler that has returned.
      boolean unused = Thread.interrupted();
    }
  }

  private synchronized @Nullable List<Held> take() {
    List<Held> call = mayBegin() ? waiting.poll() : null;
    if (call == null) {
      runners--;
    }
    return call;
  }

  private boolean mayBegin() {
    return !waiting.isEmpty() && calls - waiting.size() < options.concurrency();
  }

  private void wakeIfLow() {
    boolean low;
    synchronized (this) {
      low = runsLow();
    }
    if (low) {
      intake.wake();
    }
  }

  /** Not earlier, or each call that is taken would make a claim of its own. */
  private boolean runsLow() {
    return waiting.size() <= options.prefetch() / 2;
  }

  private void finished(List<Held> call, List<Outcome> outcomes) {
    settling.add(call, outcomes);
    boolean last;
    boolean nobody;
    synchronized (this) {
      calls--;
      last = waiting.isEmpty() || !runnerOnItsWay;
      nobody = runners == 0;
    }
    if (last) {
      settling.flush();
    }
    if (nobody) {
      // It was finished by a stage: the runner that began it has gone.
      callRunner();
    }
    wakeIfLow();
    endIfOver();
  }
}
