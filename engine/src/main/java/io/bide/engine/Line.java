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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The claims that stand in line for one topic, or for one message of it, in the order they came.
 *
 * <p><b>The idea.</b> At most one store claim of a line is in flight. It asks for the first claims in
 * line, all at once; whoever comes meanwhile goes along with the next one. When a store claim finds no
 * more, everybody who stood in line when it was sent has found nothing: those who wait stay, the
 * others are answered. Then the line sleeps until its alarm rings at the next due time or it is poked.
 *
 * <p><b>The invariant.</b> While somebody stands in line, one of these holds: a store claim is in
 * flight ({@code asking}); another look is owed, and the thread that owes it is on its way ({@code
 * look}); or the alarm is set, at most one look interval away. A poke while a store claim is in flight
 * may be about something that claim has not seen, so it is remembered ({@code again}) and a look is
 * owed after it. So no wake-up is lost, and one that was never sent costs one look interval.
 *
 * <p><b>The end.</b> A line without anybody in it is forgotten, but not before its alarm has rung:
 * where one claim waited the next one will soon.
 *
 * <p><b>Locks.</b> All state is guarded by the line's monitor. Inside it a waiter's monitor may be
 * taken; the store is never called and no future completed.
 */
final class Line {
  /** How many claims one look serves at most. */
  static final int MAX_REQUESTS = 256;

  /** How many it serves while nothing is known to be ready: a probe, on behalf of all in line. */
  static final int MAX_PROBES = 16;

  /** One look asks for this many messages and, with its last request, a few more. */
  static final int MAX_MESSAGES = 4_096;

  /** An answer slower than this counts as time gone by when the alarm is set by it. */
  private static final long SLOW_NANOS = 1_000_000;

  private static final Duration LEAST_DELAY = Duration.ofMillis(1);

  /** How soon after a failure the store is asked again for those who wait on. */
  static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final Waiting waiting;
  private final Place place;
  private final Alarm alarm;
  private final Set<Waiter> queue = new LinkedHashSet<>();
  /** Those who have not been asked for since they joined; all of them also stand in the queue. */
  private final ArrayDeque<Waiter> fresh = new ArrayDeque<>();

  private boolean drained;
  private boolean asking;
  private boolean look;
  private boolean again;
  private boolean expected;
  private boolean retired;

  /** What is waited for: anything in a topic, or one message. */
  record Place(Topic topic, @Nullable String id) {}

  /**
   * One look into the store.
   *
   * @param covered how many fresh ones, besides those asked for, stood in line when it was sent
   * @param sent when, in nanoseconds
   */
  private record Look(List<Waiter> waiters, List<ClaimRequest> requests, int covered, long sent) {}

  Line(Waiting waiting, Place place) {
    this.waiting = waiting;
    this.place = place;
    this.alarm = waiting.alarm(this, this::rung);
  }

  Place place() {
    return place;
  }

  /**
   * Puts a claim at the end of the line; {@link #serve} makes it heard.
   *
   * @return false when the line has been forgotten: take a new one
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
    synchronized (this) {
      queue.remove(waiter);
    }
    retireIfEmpty();
  }

  /** Looks for those who have joined. */
  void serve() {
    owe(false);
    lookWhileOwed();
  }

  /** Something may be ready: looks now, or once more after the look that is in flight. */
  void poke() {
    owe(true);
    lookWhileOwed();
  }

  /** What nobody expected is looked for with few: most times nothing is there. */
  private void rung() {
    boolean news;
    synchronized (this) {
      news = expected;
      expected = false;
    }
    owe(news);
    lookWhileOwed();
  }

  private synchronized void owe(boolean news) {
    drained &= !news;
    if (asking) {
      again = true;
    } else {
      look = true;
    }
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
        expected = true;
        alarm.set(in);
      }
    }
  }

  synchronized List<Waiter> waiters() {
    return List.copyOf(queue);
  }

  /** Takes the alarm back, because the queue closes. */
  synchronized void silence() {
    alarm.cancel();
  }

  /** A loop, not a recursion: a store may answer before its call returns. */
  private void lookWhileOwed() {
    for (Look next = nextLook(); next != null; next = nextLook()) {
      Look sent = next;
      CompletableFuture<ClaimReply> reply = waiting.look(place.topic(), sent.requests());
      boolean atOnce = reply.isDone();
      Failures.whenDone(reply, (value, error) -> {
        answered(sent, value, error);
        if (!atOnce) {
          lookWhileOwed();
        }
      });
      if (!atOnce) {
        return;
      }
    }
    retireIfEmpty();
  }

  private synchronized @Nullable Look nextLook() {
    if (asking || !look) {
      return null;
    }
    look = false;
    Look next = select();
    if (next != null) {
      asking = true;
    } else if (!queue.isEmpty()) {
      // All belong to other lines, which tell this one when they are free. Trust, but look.
      alarm.set();
    }
    return next;
  }

  private @Nullable Look select() {
    int most = Math.min(queue.size(), drained ? MAX_PROBES : MAX_REQUESTS);
    List<Waiter> waiters = new ArrayList<>(most);
    List<ClaimRequest> requests = new ArrayList<>(most);
    int messages = 0;
    Iterator<Waiter> all = queue.iterator();
    while (all.hasNext() && waiters.size() < most && messages < MAX_MESSAGES) {
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
      if (error != null) {
        failed(sent, error);
      } else if (reply == null || reply.grants().size() != sent.requests().size()) {
        failed(sent, new BideException(ErrorCode.UNKNOWN, "the store did not answer each request"));
      } else {
        answered(sent, reply);
      }
    } finally {
      waiting.looked();
    }
  }

  private void answered(Look sent, ClaimReply reply) {
    boolean nothingLeft = isDrained(reply);
    List<Waiter> covered;
    synchronized (this) {
      asking = false;
      covered = sort(sent, reply, nothingLeft);
      look = again || !fresh.isEmpty() || !nothingLeft;
      // A poke that came meanwhile may be about something that is ready.
      drained = nothingLeft && !again;
      again = false;
      if (nothingLeft && !queue.isEmpty()) {
        setAlarm(sent, reply);
      }
    }
    for (int i = 0; i < sent.waiters().size(); i++) {
      ClaimReply.Grant grant = reply.grants().get(i);
      if (!grant.deliveries().isEmpty()) {
        waiting.served(sent.waiters().get(i), reply, grant.deliveries());
      } else if (nothingLeft) {
        waiting.foundNothing(sent.waiters().get(i), reply.now());
      }
    }
    covered.forEach(waiter -> waiting.foundNothing(waiter, reply.now()));
  }

  /**
   * Whether nothing was ready any more after this answer. A store that says otherwise and has handed
   * out nothing, not even to the first, is not believed; its word is tried again after the least delay.
   */
  private static boolean isDrained(ClaimReply reply) {
    if (reply.more()) {
      return false;
    }
    ClaimReply.Grant first = reply.grants().get(0);
    Instant next = first.next();
    return next == null || next.isAfter(reply.now()) || first.deliveries().isEmpty();
  }

  /**
   * Who got something leaves the line, and who found nothing, unless he waits. Who has to be asked for
   * again is fresh again.
   *
   * @return who found nothing without having been asked for
   */
  private List<Waiter> sort(Look sent, ClaimReply reply, boolean nothingLeft) {
    for (int i = sent.waiters().size() - 1; i >= 0; i--) {
      Waiter waiter = sent.waiters().get(i);
      boolean served = !reply.grants().get(i).deliveries().isEmpty();
      if (served || (nothingLeft && !waiter.patient())) {
        queue.remove(waiter);
      } else if (!nothingLeft) {
        waiter.requeue();
        fresh.addFirst(waiter);
      }
    }
    List<Waiter> covered = new ArrayList<>(0);
    for (int i = 0; nothingLeft && i < sent.covered(); i++) {
      Waiter waiter = fresh.remove();
      covered.add(waiter);
      if (!waiter.patient()) {
        queue.remove(waiter);
      }
    }
    return covered;
  }

  private void setAlarm(Look sent, ClaimReply reply) {
    Instant next = reply.grants().get(0).next();
    if (next == null) {
      alarm.set();
      return;
    }
    Duration in = next.isAfter(reply.now()) ? Duration.between(reply.now(), next) : LEAST_DELAY;
    long passed = waiting.nanos() - sent.sent();
    Duration left = passed > SLOW_NANOS ? in.minusNanos(passed) : in;
    if (left.isNegative() || left.isZero()) {
      look = true;
    } else {
      expected = true;
      alarm.set(left);
    }
  }

  /**
   * Those who were asked for get the failure, except who is parked: a store that is away may be back
   * before his time is up, so he waits on. Whoever is still in line is asked for again soon.
   */
  private void failed(Look sent, BideException error) {
    Map<Boolean, List<Waiter>> waiters = sent.waiters().stream()
        .collect(Collectors.partitioningBy(waiter -> waiter.parked() && mayPass(error)));
    List<Waiter> over = waiters.getOrDefault(false, List.of());
    synchronized (this) {
      asking = false;
      drained = false;
      over.forEach(queue::remove);
      look = again || !fresh.isEmpty();
      again = false;
      if (!queue.isEmpty()) {
        alarm.set(AFTER_FAILURE);
      }
    }
    over.forEach(waiter -> waiting.failed(waiter, error));
    waiters.getOrDefault(true, List.of()).forEach(waiting::park);
  }

  /** Whether it is the store that is away, or did not answer, and nothing is wrong with the claim. */
  private static boolean mayPass(BideException error) {
    return error.code() == ErrorCode.UNAVAILABLE || error.code() == ErrorCode.UNKNOWN;
  }

  private void retireIfEmpty() {
    synchronized (this) {
      if (!queue.isEmpty() || asking || alarm.isSet() || retired) {
        return;
      }
      retired = true;
    }
    waiting.retired(this);
  }
}
