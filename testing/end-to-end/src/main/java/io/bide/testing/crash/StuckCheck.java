package io.bide.testing.crash;

import io.bide.testing.crash.Life.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Nothing stays ready for long while somebody waits for it, and every call is answered. */
final class StuckCheck {
  /** Far more than the milliseconds that are promised: a machine that stands still is no violation. */
  static final long PATIENCE_MICROS = 8_000_000;

  private StuckCheck() {}

  /** A time in which a message certainly was ready, in microseconds. */
  private record Ready(Life life, long from, long to) {}

  static void check(History history, Findings found) {
    for (Op<?> op : history.all()) {
      if (op.reply() instanceof Reply.Failed failed
          && failed.code().equals(Reply.Failed.NO_ANSWER)) {
        found.add(Invariant.STUCK, "not answered:", op);
      }
    }
    List<Op<Call.Claim>> waiting = history.claims().stream()
        .filter(claim -> claim.after() - claim.before() > PATIENCE_MICROS)
        .filter(claim -> claim.call().id() == null)
        .toList();
    if (!waiting.isEmpty()) {
      List<Op<Call.Claim>> unknown = history.lostClaims();
      for (Life life : history.lives()) {
        readyTimes(life, unknown).forEach(ready -> check(ready, waiting, found));
      }
    }
  }

  private static void check(Ready ready, List<Op<Call.Claim>> waiting, Findings found) {
    for (Op<Call.Claim> claim : waiting) {
      long both = Math.min(ready.to(), claim.after()) - Math.max(ready.from(), claim.before());
      if (both > PATIENCE_MICROS && claim.call().topics().contains(ready.life().topic())) {
        found.add(Invariant.STUCK, ready.life(), "was ready for", both, "µs during", claim);
      }
    }
  }

  private static List<Ready> readyTimes(Life life, List<Op<Call.Claim>> unknown) {
    List<Ready> times = new ArrayList<>();
    if (life.merged()) {
      return times;
    }
    for (Op<Call.Put> put : life.puts()) {
      if (put.reply() instanceof Reply.Stored stored) {
        add(times, life, put, stored.due(), unknown);
      }
    }
    for (Op<Call.Settle> settle : life.settles()) {
      if (settle.call().kind() == Call.Settle.Kind.RELEASE
          && settle.happened()
          && settle.reply() instanceof Reply.Settled settled
          && settled.next() > 0) {
        add(times, life, settle, settled.next(), unknown);
      }
    }
    return times;
  }

  private static void add(
      List<Ready> times, Life life, Op<?> op, long due, List<Op<Call.Claim>> unknown) {
    long from = Math.max(op.after(), due * 1_000);
    long to = nextTouch(life, op, unknown);
    if (to - from > PATIENCE_MICROS) {
      times.add(new Ready(life, from, to));
    }
  }

  /** When something else may have happened to the message for the first time after this. */
  private static long nextTouch(Life life, Op<?> op, List<Op<Call.Claim>> unknown) {
    LongStream deliveries = life.deliveries().stream()
        .filter(delivery -> delivery.claim().to() > op.from())
        .mapToLong(StuckCheck::takenAt);
    LongStream lost = unknown.stream()
        .filter(claim -> claim.to() > op.from() && claim.call().topics().contains(life.topic()))
        // One that waits is itself a witness until its process died.
        .mapToLong(claim -> claim.call().waitUpTo() > 0 ? claim.after() : claim.before());
    LongStream others = life.touches().stream()
        .filter(other -> other.number() != op.number() && other.to() > op.from())
        .mapToLong(Op::before);
    LongStream expiry = life.puts().stream()
        .filter(put -> put.call().ttl() > 0)
        .mapToLong(put -> put.before() + (put.call().delay() + put.call().ttl()) * 1_000);
    return LongStream.concat(LongStream.concat(deliveries, lost), LongStream.concat(others, expiry))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static long takenAt(Delivery delivery) {
    return delivery.handout().claimed() * 1_000;
  }
}
