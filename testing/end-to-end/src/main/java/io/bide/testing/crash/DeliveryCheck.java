package io.bide.testing.crash;

import io.bide.testing.crash.Life.Delivery;
import java.util.List;

/** Each delivery comes from a put, and each one follows lawfully from the one before. */
final class DeliveryCheck {
  private DeliveryCheck() {}

  static void check(Life life, List<Op<Call.Claim>> lost, Findings found) {
    for (Delivery delivery : life.deliveries()) {
      checkBodies(life, delivery, found);
      checkLimit(life, delivery, found);
    }
    List<Delivery> all = life.deliveries();
    for (int i = 1; i < all.size(); i++) {
      checkRising(life, all.get(i - 1), all.get(i), lost, found);
      checkLease(life, all.get(i - 1), all.get(i), found);
    }
  }

  private static void checkBodies(Life life, Delivery delivery, Findings found) {
    List<String> bodies = delivery.handout().bodies();
    if (bodies.isEmpty() || (bodies.size() > 1 && !life.merged())) {
      found.add(Invariant.UNEXPECTED, life, "has not the one body it was put with:", delivery);
    }
    for (String body : bodies) {
      List<Op<Call.Put>> puts = life.putsOf(body);
      if (puts.stream().noneMatch(put -> put.from() < delivery.claim().to())) {
        found.add(Invariant.UNEXPECTED, life, "was not put with body", body, delivery);
      } else if (puts.stream().noneMatch(Op::mayHaveHappened)) {
        found.add(Invariant.FAILED_PUT, life, body, puts, delivery);
      }
    }
  }

  private static void checkLimit(Life life, Delivery delivery, Findings found) {
    Handout handout = delivery.handout();
    if (handout.attempt() < 1 || handout.attempt() > handout.maxAttempts()) {
      found.add(Invariant.ATTEMPTS, life, "over its limit:", delivery);
    }
    if (life.merged()) {
      return;
    }
    for (Op<Call.Put> put : life.puts()) {
      int asked = put.call().maxAttempts();
      if (asked > 0 && asked != handout.maxAttempts()) {
        found.add(Invariant.ATTEMPTS, life, "has another limit than", put, delivery);
      }
    }
  }

  private static void checkRising(
      Life life, Delivery before, Delivery after, List<Op<Call.Claim>> lost, Findings found) {
    boolean rises = after.handout().attempt() > before.handout().attempt();
    long unseen =
        lost.stream().filter(claim -> between(life, before, claim, after)).count();
    if (!rises && !(life.merged() && mayHaveEnded(life, before, unseen))) {
      found.add(Invariant.ATTEMPTS, life, "does not rise:", before, after);
    }
  }

  private static boolean between(Life life, Delivery before, Op<Call.Claim> claim, Delivery after) {
    return claim.call().topics().contains(life.topic())
        && claim.to() > before.claim().from()
        && claim.from() < after.claim().to();
  }

  /**
   * What is put after a message has ended, or remains of a merged one, is a new one, with attempts
   * from the start.
   *
   * @param unseen how many more times it may have been handed out since, to callers that died
   */
  private static boolean mayHaveEnded(Life life, Delivery delivery, long unseen) {
    Handout handout = delivery.handout();
    return life.mayBeAcked(delivery.fence())
        || life.mayBeCancelled()
        || handout.expiry() > 0
        || handout.attempt() + unseen >= handout.maxAttempts();
  }

  private static void checkLease(Life life, Delivery before, Delivery after, Findings found) {
    if (life.mayBeReleased(before.fence())
        || life.mayBeAcked(before.fence())
        || life.mayBeCancelled()) {
      return;
    }
    long end = leaseEnd(life, before, after);
    if (after.handout().claimed() < end || after.claim().after() < end * 1_000) {
      found.add(Invariant.TWO_LEASES, life, "is leased until", end, before, after);
    }
  }

  /** The earliest instant at which the lease may have ended by itself. */
  private static long leaseEnd(Life life, Delivery delivery, Delivery next) {
    long end = delivery.handout().leaseEnd();
    for (Op<Call.Settle> extend : life.settles(delivery.fence(), Call.Settle.Kind.EXTEND)) {
      if (next.claim().precedes(extend)) {
        break; // If it was accepted, the receipt is the scandal, not the claim.
      }
      if (extend.happened() && extend.reply() instanceof Reply.Settled settled) {
        end = settled.next();
      } else if (extend.mayHaveHappened()) {
        end = Math.min(end, extend.before() / 1_000 + extend.call().millis());
      }
    }
    return end;
  }
}
