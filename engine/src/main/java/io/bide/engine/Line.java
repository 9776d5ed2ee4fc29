package io.bide.engine;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The claims that stand in line for one topic, or for one message of it, in the order they came.
 *
 * <p><b>The idea.</b> At most one store claim of a line is in flight. It asks for the first claims in
 * line, all at once; whoever comes meanwhile goes along with the next one. When a claim finds nothing,
 * everybody who stood in line when it was sent has found nothing: those who wait stay, the others are
 * answered. Then the line sleeps until its alarm rings at the next due time or it is poked.
 *
 * <p><b>The invariant.</b> While somebody stands in line, one of these holds: a store claim is in
 * flight ({@code asking}); another look is owed, and the thread that owes it is on its way ({@code
 * look}); or an alarm is set, at most one look interval away. A poke while a claim is in flight may be
 * about something that claim has not seen, so it is remembered ({@code again}) and owed after it. So
 * no wake-up is lost, and one that was never sent costs one look interval.
 *
 * <p><b>The alarm</b> is only ever moved forward: ringing too early costs one look, moving it with
 * every answer would cost more. An empty line is forgotten when its alarm rings.
 *
 * <p><b>Locks.</b> All state is guarded by the line's monitor. Inside it a waiter's monitor may be
 * taken; the store is never called and no future completed.
 */
final class Line {
  /** How many claims one look serves at most, and how many messages they may ask for together. */
  static final int MAX_REQUESTS = 256;

  static final int MAX_MESSAGES = 4_096;

  /** An answer slower than this counts as time gone by when an alarm is set by it. */
  private static final long SLOW_NANOS = 1_000_000;

  private static final Duration LEAST_DELAY = Duration.ofMillis(1);

  private final Waiting waiting;
  private final Place place;
  private final Set<Waiter> queue = new LinkedHashSet<>();
  /** Those who have not been asked for since they joined; all of them also stand in the queue. */
  private final ArrayDeque<Waiter> fresh = new ArrayDeque<>();

  private boolean asking;
  private boolean look;
  private boolean again;
  private boolean retired;
  private @Nullable Alarm alarm;

  /** What is waited for: anything in a topic, or one message. */
  record Place(Topic topic, @Nullable String id) {}

  /**
   * One look into the store.
   *
   * @param covered how many of the fresh ones stood in line when it was sent, besides those asked for
   */
  private record Look(List<Waiter> waiters, List<ClaimRequest> requests, int covered, long sent) {}

  /** A set alarm. */
  private static final class Alarm {
    private final long at;
    private Runnable cancel = () -> {};

    private Alarm(long at) {
      this.at = at;
    }
  }

  Line(Waiting waiting, Place place) {
    this.waiting = waiting;
    this.place = place;
  }

  Place place() {
    return place;
  }

  /**
   * Puts a claim at the end of the line; {@link #poke} makes it heard.
   *
   * @return false when the line has been given up: take a new one
   */
  synchronized boolean join(Waiter waiter) {
    if (retired) {
      return false;
    }
    if (waiter.join(this)) {
      queue.add(waiter);
      fresh.add(waiter);
    }
    return true;
  }

  /** Takes a claim out that has its answer. */
  void leave(Waiter waiter) {
    boolean gone;
    synchronized (this) {
      queue.remove(waiter);
      gone = retireIfEmpty();
    }
    if (gone) {
      waiting.retired(this);
    }
  }

  /** Something may be ready: looks now, or once more after the look that is in flight. */
  void poke() {
    synchronized (this) {
      if (asking) {
        again = true;
      } else {
        look = true;
      }
    }
    lookWhileOwed();
  }

  /** Something becomes ready after this time. */
  void due(Duration in) {
    if (in.isZero()) {
      poke();
      return;
    }
    synchronized (this) {
      if (asking) {
        again = true;
      } else if (!queue.isEmpty()) {
        ringIn(in);
      }
    }
  }

  synchronized List<Waiter> waiters() {
    return List.copyOf(queue);
  }

  /** Takes the alarm back; only when the queue closes. */
  synchronized void silence() {
    if (alarm != null) {
      alarm.cancel.run();
      alarm = null;
    }
  }

  /** A loop, not a recursion: a store may answer before its call returns. */
  private void lookWhileOwed() {
    for (Look next = nextLook(); next != null; next = nextLook()) {
      Look sent = next;
      CompletableFuture<ClaimReply> reply = waiting.look(place.topic(), sent.requests());
      boolean inTime = reply.isDone();
      Failures.whenDone(reply, (value, error) -> {
        answered(sent, value, error);
        if (!inTime) {
          lookWhileOwed();
        }
      });
      if (!inTime) {
        return;
      }
    }
  }

  private @Nullable Look nextLook() {
    boolean gone;
    synchronized (this) {
      if (asking || !look) {
        return null;
      }
      look = false;
      Look next = select();
      if (next != null) {
        asking = true;
        return next;
      }
      if (!queue.isEmpty()) {
        // All belong to other lines, which tell this one when they are free. Trust, but look.
        ringIn(waiting.lookInterval());
      }
      gone = retireIfEmpty();
    }
    if (gone) {
      waiting.retired(this);
    }
    return null;
  }

  private @Nullable Look select() {
    List<Waiter> waiters = new ArrayList<>(Math.min(queue.size(), MAX_REQUESTS));
    List<ClaimRequest> requests = new ArrayList<>(Math.min(queue.size(), MAX_REQUESTS));
    int messages = 0;
    Iterator<Waiter> all = queue.iterator();
    while (all.hasNext() && waiters.size() < MAX_REQUESTS && messages < MAX_MESSAGES) {
      Waiter waiter = all.next();
      switch (waiter.take(this)) {
        case MINE -> {
          waiters.add(waiter);
          requests.add(waiter.request());
          messages += waiter.request().max();
        }
        case BUSY -> {}
        case OVER -> all.remove();
      }
    }
    fresh.removeIf(waiter -> !waiter.queuedFor(this));
    return waiters.isEmpty() ? null : new Look(waiters, requests, fresh.size(), waiting.nanos());
  }

  private void answered(Look sent, @Nullable ClaimReply reply, @Nullable BideException error) {
    try {
      if (reply == null || error != null) {
        failed(sent, error != null ? error : new BideException(ErrorCode.UNKNOWN, "no reply"));
      } else {
        answered(sent, reply);
      }
    } finally {
      waiting.looked();
    }
  }

  private void answered(Look sent, ClaimReply reply) {
    List<Waiter> covered;
    boolean drained = drained(sent, reply);
    boolean gone;
    synchronized (this) {
      asking = false;
      covered = digest(sent, reply, drained);
      look = again || !fresh.isEmpty() || !drained;
      again = false;
      if (drained && !queue.isEmpty()) {
        ringFor(sent, reply);
      }
      gone = retireIfEmpty();
    }
    if (gone) {
      waiting.retired(this);
    }
    for (int i = 0; i < sent.waiters().size(); i++) {
      ClaimReply.Grant grant = reply.grants().get(i);
      if (!grant.deliveries().isEmpty()) {
        waiting.served(sent.waiters().get(i), reply, grant.deliveries());
      } else if (drained) {
        waiting.foundNothing(sent.waiters().get(i), reply.now());
      }
    }
    covered.forEach(waiter -> waiting.foundNothing(waiter, reply.now()));
  }

  /** Whether nothing was ready any more after this answer. */
  private static boolean drained(Look sent, ClaimReply reply) {
    if (reply.more()) {
      return false;
    }
    int last = sent.requests().size() - 1;
    ClaimReply.Grant grant = reply.grants().get(last);
    Instant next = grant.next();
    return grant.deliveries().size() < sent.requests().get(last).max()
        || next == null
        || next.isAfter(reply.now());
  }

  /** Moves everybody where they belong; answers who, besides those asked for, found nothing. */
  private List<Waiter> digest(Look sent, ClaimReply reply, boolean drained) {
    for (int i = sent.waiters().size() - 1; i >= 0; i--) {
      Waiter waiter = sent.waiters().get(i);
      boolean nothing = reply.grants().get(i).deliveries().isEmpty();
      if (!nothing || (drained && !waiter.patient())) {
        queue.remove(waiter);
      } else if (!drained) {
        waiter.requeue();
        fresh.addFirst(waiter);
      }
    }
    if (!drained) {
      return List.of();
    }
    List<Waiter> covered = new ArrayList<>(sent.covered());
    for (int i = 0; i < sent.covered(); i++) {
      Waiter waiter = fresh.remove();
      covered.add(waiter);
      if (!waiter.patient()) {
        queue.remove(waiter);
      }
    }
    return covered;
  }

  /** Those who were asked for get the failure; the others are asked for again soon. */
  private void failed(Look sent, BideException error) {
    synchronized (this) {
      asking = false;
      sent.waiters().forEach(queue::remove);
      look = again || !fresh.isEmpty();
      again = false;
      if (!queue.isEmpty()) {
        ringIn(waiting.lookInterval());
      }
    }
    sent.waiters().forEach(waiter -> waiting.failed(waiter, error));
    leaveIfEmpty();
  }

  private void ringFor(Look sent, ClaimReply reply) {
    Instant next = reply.grants().get(sent.waiters().size() - 1).next();
    if (next == null) {
      ringIn(waiting.lookInterval());
      return;
    }
    // Nothing was ready, so it is not ready now: without a least delay a store that disagrees with
    // itself would be asked without end.
    Duration in = max(Duration.between(reply.now(), next), LEAST_DELAY);
    long passed = waiting.nanos() - sent.sent();
    Duration left = passed > SLOW_NANOS ? in.minusNanos(passed) : in;
    if (left.isNegative() || left.isZero()) {
      look = true;
    } else {
      ringIn(left);
    }
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  /** After this time, and after a look interval at the latest. */
  private void ringIn(Duration delay) {
    Duration in = delay.compareTo(waiting.lookInterval()) < 0 ? delay : waiting.lookInterval();
    long at = waiting.nanos() + in.toNanos();
    if (alarm != null) {
      if (alarm.at - at <= 0) {
        return;
      }
      alarm.cancel.run();
    }
    Alarm set = new Alarm(at);
    alarm = set;
    set.cancel = waiting.after(in, () -> ring(set));
  }

  private void ring(Alarm rung) {
    synchronized (this) {
      if (alarm == rung) {
        alarm = null;
      }
    }
    poke();
  }

  private boolean retireIfEmpty() {
    if (!queue.isEmpty() || asking || alarm != null || retired) {
      return false;
    }
    retired = true;
    return true;
  }

  private void leaveIfEmpty() {
    boolean gone;
    synchronized (this) {
      gone = retireIfEmpty();
    }
    if (gone) {
      waiting.retired(this);
    }
  }
}
