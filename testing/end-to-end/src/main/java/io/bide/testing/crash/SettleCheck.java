package io.bide.testing.crash;

import io.bide.State;
import io.bide.testing.crash.Life.Delivery;
import java.util.List;

/** What was acknowledged or cancelled stays so, and old receipts do nothing. */
final class SettleCheck {
  private SettleCheck() {}

  static void check(Life life, Findings found) {
    for (Delivery delivery : life.deliveries()) {
      life.settles(delivery.fence(), Call.Settle.Kind.ACK).stream()
          .filter(Op::happened)
          .forEach(ack -> checkAfterAck(life, delivery, ack, found));
    }
    life.cancels().stream()
        .filter(Op::happened)
        .forEach(cancel -> checkAfterCancel(life, cancel, found));
    life.settles().stream()
        .filter(Op::happened)
        .forEach(settle -> checkReceipt(life, settle, found));
  }

  private static void checkAfterAck(
      Life life, Delivery acked, Op<Call.Settle> ack, Findings found) {
    for (Delivery later : life.deliveries()) {
      // A receipt is good only until the next claim: a higher fence came after the ack.
      boolean afterwards = later.fence() > acked.fence() || ack.precedes(later.claim());
      if (afterwards && shareABody(acked, later)) {
        found.add(Invariant.AFTER_ACK, life, ack, later);
      }
    }
    for (Event.Listed it : life.listed()) {
      boolean sameRecord = it.bodies().stream().anyMatch(acked.handout().bodies()::contains);
      if (sameRecord && it.state() != State.DONE) {
        found.add(Invariant.AFTER_ACK, life, ack, it);
      }
    }
  }

  private static boolean shareABody(Delivery one, Delivery other) {
    List<String> bodies = other.handout().bodies();
    return one.handout().bodies().stream().anyMatch(bodies::contains);
  }

  private static void checkAfterCancel(Life life, Op<Call.Cancel> cancel, Findings found) {
    for (Delivery later : life.deliveries()) {
      if (cancel.precedes(later.claim()) && holdsWhatWasCancelled(life, later, cancel)) {
        found.add(Invariant.AFTER_CANCEL, life, cancel, later);
      }
    }
    if (!life.merged()) {
      life.listed().stream()
          .filter(it -> it.state() != State.CANCELLED)
          .forEach(it -> found.add(Invariant.AFTER_CANCEL, life, cancel, it));
    }
  }

  /** A cancel takes all items that were there; later ones start a new message. */
  private static boolean holdsWhatWasCancelled(Life life, Delivery later, Op<Call.Cancel> cancel) {
    return later.handout().bodies().stream()
        .map(life::putsOf)
        .anyMatch(puts -> puts.stream().anyMatch(put -> put.happened() && put.precedes(cancel))
            && !(life.merged() && mayBePutAgain(puts, cancel)));
  }

  /** An item that had been removed before is forgotten, token and all: repeated, it is a new one. */
  private static boolean mayBePutAgain(List<Op<Call.Put>> puts, Op<Call.Cancel> cancel) {
    return puts.stream().anyMatch(put -> put.mayHaveHappened() && !put.precedes(cancel));
  }

  private static void checkReceipt(Life life, Op<Call.Settle> settle, Findings found) {
    long fence = settle.call().receipt().fence();
    boolean claimedAgain = life.deliveries().stream()
        .anyMatch(later -> later.fence() > fence && later.claim().precedes(settle));
    boolean givenBack = life.settles(fence, Call.Settle.Kind.RELEASE).stream()
        .anyMatch(release -> release.happened() && release.precedes(settle));
    boolean done = life.settles(fence, Call.Settle.Kind.ACK).stream()
        .anyMatch(ack -> ack.happened() && ack.precedes(settle));
    if (claimedAgain || givenBack || done || cancelled(life, fence, settle)) {
      found.add(Invariant.STALE_RECEIPT, life, settle);
    }
  }

  private static boolean cancelled(Life life, long fence, Op<Call.Settle> settle) {
    return life.deliveries().stream()
        .filter(delivery -> delivery.fence() == fence)
        .anyMatch(delivery -> life.cancels().stream()
            .anyMatch(cancel ->
                cancel.happened() && delivery.claim().precedes(cancel) && cancel.precedes(settle)));
  }
}
