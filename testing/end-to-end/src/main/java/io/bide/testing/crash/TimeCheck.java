package io.bide.testing.crash;

import io.bide.testing.crash.Life.Delivery;
import java.util.ArrayList;
import java.util.List;

/** Nothing is early, and nothing comes when its time to live is over. */
final class TimeCheck {
  private TimeCheck() {}

  /**
   * Something that gave the message a place in time.
   *
   * @param at not before this, in epoch milliseconds; {@link Long#MIN_VALUE} if anything is lawful
   * @param certain whether it certainly happened
   */
  private record Step(int from, int to, long at, boolean certain) {}

  static void check(Life life, Findings found) {
    for (Delivery delivery : life.deliveries()) {
      Handout handout = delivery.handout();
      if (isBefore(delivery, handout.due())) {
        found.add(Invariant.EARLY, life, "came before its own due time:", delivery);
      } else if (!life.merged() && isBefore(delivery, notBefore(life, delivery))) {
        found.add(Invariant.EARLY, life, "due", notBefore(life, delivery), delivery);
      }
      // Over HTTP the time of the claim is known from the end of its lease, which is rounded up.
      if (handout.expiry() > 0 && handout.claimed() > handout.expiry()) {
        found.add(Invariant.AFTER_EXPIRY, life, delivery);
      }
    }
    if (!life.merged()) {
      checkPromises(life, found);
    }
  }

  private static boolean isBefore(Delivery delivery, long time) {
    return delivery.handout().claimed() < time || delivery.claim().after() / 1_000 < time;
  }

  /** The earliest time that the steps before this delivery allow. */
  private static long notBefore(Life life, Delivery delivery) {
    List<Step> steps = steps(life, delivery);
    return steps.stream()
        .filter(step -> steps.stream().noneMatch(later -> replaces(later, step, delivery)))
        .mapToLong(Step::at)
        .min()
        .orElse(Long.MIN_VALUE);
  }

  private static boolean replaces(Step later, Step step, Delivery delivery) {
    return later.certain()
        && later.from() > step.to()
        && later.to() < delivery.claim().from();
  }

  private static List<Step> steps(Life life, Delivery delivery) {
    List<Step> steps = new ArrayList<>();
    steps.add(put(life));
    for (Delivery earlier : life.deliveries()) {
      // Whether it came back too soon from there is the lease's question, not one of due time.
      if (earlier.fence() < delivery.fence()) {
        Op<Call.Claim> claim = earlier.claim();
        steps.add(new Step(claim.from(), claim.to(), Long.MIN_VALUE, true));
      }
    }
    for (Op<Call.Settle> settle : life.settles()) {
      if (settle.call().kind() == Call.Settle.Kind.RELEASE) {
        long promised = settle.reply() instanceof Reply.Settled settled ? settled.next() : 0;
        add(steps, settle, promised, Math.max(0, settle.call().millis()), delivery);
      }
    }
    for (Op<Call.Reschedule> move : life.reschedules()) {
      long promised = move.reply() instanceof Reply.Rescheduled moved ? moved.due() : 0;
      add(steps, move, promised, move.call().delay(), delivery);
    }
    return steps;
  }

  private static void add(
      List<Step> steps, Op<?> op, long promised, long delay, Delivery delivery) {
    if (op.mayHaveHappened() && op.from() < delivery.claim().to()) {
      long at = op.happened() ? promised : op.before() / 1_000 + delay;
      steps.add(new Step(op.from(), op.to(), at, op.happened()));
    }
  }

  /** All repetitions of a put are one step: the first answer stands for all of them. */
  private static Step put(Life life) {
    int from = Integer.MAX_VALUE;
    int to = 0;
    long at = Long.MAX_VALUE;
    for (Op<Call.Put> put : life.puts()) {
      if (put.happened() && put.reply() instanceof Reply.Stored stored) {
        return new Step(Math.min(from, put.from()), put.to(), stored.due(), true);
      }
      if (put.mayHaveHappened()) {
        from = Math.min(from, put.from());
        to = Math.max(to, put.to());
        at = Math.min(at, put.before() / 1_000 + put.call().delay());
      }
    }
    return new Step(from, to, at == Long.MAX_VALUE ? Long.MIN_VALUE : at, false);
  }

  /** A time that is answered is not before the call plus what it asked for. */
  private static void checkPromises(Life life, Findings found) {
    // Only the first of several repetitions: the others hear its answer.
    life.puts().stream()
        .filter(Op::mayHaveHappened)
        .limit(1)
        .filter(put -> put.reply() instanceof Reply.Stored stored
            && tooSoon(put, stored.due(), put.call().delay()))
        .forEach(put -> found.add(Invariant.EARLY, life, "promised too soon:", put));
    life.settles().stream()
        .filter(settle -> settle.happened()
            && settle.reply() instanceof Reply.Settled settled
            && settled.next() > 0
            && tooSoon(settle, settled.next(), Math.max(0, settle.call().millis())))
        .forEach(settle -> found.add(Invariant.EARLY, life, "promised too soon:", settle));
    life.reschedules().stream()
        .filter(move -> move.happened()
            && move.reply() instanceof Reply.Rescheduled moved
            && tooSoon(move, moved.due(), move.call().delay()))
        .forEach(move -> found.add(Invariant.EARLY, life, "promised too soon:", move));
  }

  private static boolean tooSoon(Op<?> op, long promised, long delay) {
    return promised * 1_000 < op.before() + delay * 1_000;
  }
}
