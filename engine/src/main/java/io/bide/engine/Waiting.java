package io.bide.engine;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Topic;
import io.bide.engine.Line.Place;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Serves claims: leads each through the {@linkplain Line lines} of its topics and parks it when it
 * found nothing and may wait.
 *
 * <p>A claim first asks its topics one after the other, in its order, and takes what it gets until it
 * is full. If it got nothing it is parked in all of them, and the first that has something for it
 * answers it.
 */
final class Waiting {
  private final Store store;
  private final EngineConfig config;
  private final Time time;
  private final Gate gate;
  private final Gate.Room patient;
  private final Gate.Room impatient;
  private final Telling telling;
  private final Returns returns;
  private final Watches watches;
  private final ConcurrentHashMap<Place, Line> lines = new ConcurrentHashMap<>();
  private final AtomicInteger parked = new AtomicInteger();
  private volatile boolean closing;
  private volatile Consumer<Topic> follower = topic -> {};

  Waiting(
      Store store, EngineConfig config, Time time, Gate gate, Telling telling, Returns returns) {
    this.store = store;
    this.config = config;
    this.time = time;
    this.gate = gate;
    this.patient = new Gate.Room("waiting claims", config.maxWaitingClaims());
    this.impatient = new Gate.Room("claims", config.maxCallsInFlight());
    this.telling = telling;
    this.returns = returns;
    this.watches = new Watches(store);
  }

  CompletableFuture<Claimed> claim(Claim claim) {
    Waiter waiter = new Waiter(claim, nanos());
    gate.enter(roomOf(waiter), 1);
    askNext(waiter);
    return waiter.answer();
  }

  /** However many wait, whoever does not wait gets through. */
  private Gate.Room roomOf(Waiter waiter) {
    return waiter.patient() ? patient : impatient;
  }

  /** How many claims are parked. */
  int parked() {
    return parked.get();
  }

  /** Sets who is told, besides the lines, that something in a topic becomes ready. */
  void follow(Consumer<Topic> listener) {
    follower = listener;
  }

  /** Something in the topic becomes ready after this time. */
  void due(Topic topic, Duration in) {
    Line line = lines.get(new Place(topic, null));
    if (line != null) {
      line.due(in);
    }
    watches.of(topic).forEach(ofOne -> ofOne.due(in));
    follower.accept(topic);
  }

  /** Ends the wait of all parked claims, and of those that would be parked from now on. */
  void close() {
    closing = true;
    for (Line line : lines.values()) {
      line.waiters().forEach(this::timeIsUp);
      line.silence();
    }
  }

  /** Fails all parked claims; those under way hear it from the store. */
  void fail(BideException reason) {
    for (Line line : lines.values()) {
      for (Waiter waiter : line.waiters()) {
        if (waiter.parked() && waiter.end()) {
          completeExceptionally(waiter, reason);
        }
      }
    }
  }

  // For lines.

  /** Looks into the store; {@link #looked} says that the answer has been dealt with. */
  CompletableFuture<ClaimReply> look(Topic topic, List<ClaimRequest> requests) {
    gate.owe();
    return Failures.catching(() -> store.claim(topic, requests, config.claimBytes()));
  }

  void looked() {
    gate.paid();
  }

  long nanos() {
    return time.nanos();
  }

  Alarm alarm(Line line, Runnable ring) {
    return new Alarm(line, time, config.lookInterval(), ring);
  }

  void retired(Line line) {
    lines.remove(line.place(), line);
    if (line.place().id() != null) {
      watches.remove(line);
    }
  }

  void served(Waiter waiter, ClaimReply reply, List<Delivery> deliveries) {
    telling.claimed(reply.now(), deliveries);
    waiter.add(deliveries);
    // Where there is more, a claim that got something comes back for it.
    if (waiter.full() || reply.more() || isHeavy(waiter) || !askNext(waiter)) {
      answer(waiter, new Claimed(reply.now(), waiter.got()));
    }
  }

  void foundNothing(Waiter waiter, Instant now) {
    if (askNext(waiter)) {
      return;
    }
    if (waiter.got().isEmpty() && waiter.patient()) {
      park(waiter);
    } else {
      answer(waiter, new Claimed(now, waiter.got()));
    }
  }

  void failed(Waiter waiter, BideException error) {
    if (!waiter.got().isEmpty()) {
      // The failure did not happen to what it has.
      answer(waiter, new Claimed(time.now(), waiter.got()));
    } else if (waiter.end()) {
      completeExceptionally(waiter, error);
    }
  }

  /** Joins the line of its next topic; false when it has asked all of them. */
  private boolean askNext(Waiter waiter) {
    Topic topic = waiter.nextTopic();
    if (topic == null) {
      return false;
    }
    Place place = new Place(topic, waiter.claim().id());
    Line line = lines.computeIfAbsent(place, key -> new Line(this, key));
    while (!line.join(waiter)) {
      line = lines.computeIfAbsent(place, key -> new Line(this, key));
    }
    if (place.id() != null && waiter.patient()) {
      // Before the look that follows, so that no change falls between the two.
      watches.add(line);
    }
    line.serve();
    return true;
  }

  /** Lets a claim wait, or wait on, until its time is up. */
  void park(Waiter waiter) {
    if (waiter.park()) {
      long left = waiter.claim().waitUpTo().toNanos() - (nanos() - waiter.since());
      Duration rest = Duration.ofNanos(Math.max(left, 0));
      waiter.timeout(time.timer().after(rest, () -> timeIsUp(waiter)));
      var unused = waiter.answer().whenComplete((claimed, error) -> callerGone(waiter));
      parked.incrementAndGet();
    }
    boolean free = waiter.free();
    waiter.takeMissed().forEach(Line::poke);
    if (!free || closing) {
      answer(waiter, new Claimed(time.now(), List.of()));
    }
  }

  private void timeIsUp(Waiter waiter) {
    if (waiter.expire()) {
      complete(waiter, new Claimed(time.now(), List.of()));
    }
  }

  private void answer(Waiter waiter, Claimed claimed) {
    if (waiter.end()) {
      complete(waiter, claimed);
    } else {
      returns.giveBack(claimed.deliveries());
    }
  }

  private void complete(Waiter waiter, Claimed claimed) {
    leaveLines(waiter);
    if (!waiter.answer().complete(claimed)) {
      returns.giveBack(claimed.deliveries());
    }
    gate.leave(roomOf(waiter), 1);
  }

  private void completeExceptionally(Waiter waiter, BideException error) {
    leaveLines(waiter);
    waiter.answer().completeExceptionally(error);
    gate.leave(roomOf(waiter), 1);
  }

  /** The caller has cancelled it, or completed it by other means. */
  private void callerGone(Waiter waiter) {
    if (waiter.end()) {
      leaveLines(waiter);
      gate.leave(roomOf(waiter), 1);
    }
  }

  private void leaveLines(Waiter waiter) {
    waiter.lines().forEach(line -> line.leave(waiter));
    if (waiter.parked()) {
      parked.decrementAndGet();
    }
  }

  private boolean isHeavy(Waiter waiter) {
    if (waiter.claim().topics().size() == 1) {
      return false;
    }
    return waiter.got().stream()
            .flatMap(delivery -> delivery.message().items().stream())
            .mapToLong(body -> body.size())
            .sum()
        >= config.claimBytes();
  }
}
