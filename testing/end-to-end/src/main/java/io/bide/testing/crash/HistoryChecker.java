package io.bide.testing.crash;

import io.bide.Receipt;
import io.bide.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what a history breaks of {@link Invariant}s. Only what is certain counts: an unknown outcome
 * excuses both what would follow from success and what would follow from failure.
 *
 * <p>Two clocks are used. The lines of the history order calls in real time; that decides what came
 * after what. The wall clock of the process, read before each call and after each answer, decides
 * what was early. The store's own words (due, claimed, lease end) must agree with both.
 */
final class HistoryChecker {
  /** A number and who counts. */
  private record Fence(Topic topic, int partition, long number) {
    static Fence of(Handout handout) {
      Receipt receipt = handout.receipt();
      return new Fence(receipt.topic(), receipt.partition(), receipt.fence());
    }
  }

  private HistoryChecker() {}

  static List<Violation> check(List<Event> events) {
    History history = new History(events);
    Findings found = new Findings();
    List<Op<Call.Claim>> lost = history.lostClaims();
    for (Life life : history.lives()) {
      DeliveryCheck.check(life, lost, found);
      TimeCheck.check(life, found);
      SettleCheck.check(life, found);
      TokenCheck.check(life, found);
      if (life.merged()) {
        ItemCheck.check(life, found);
      }
      if (history.complete()) {
        EndCheck.check(life, found);
      }
    }
    TokenCheck.checkIds(history, found);
    EndCheck.checkCounts(history, found);
    StuckCheck.check(history, found);
    checkFences(history, found);
    return found.all();
  }

  /** A partition never gives a fence twice, not even to different messages. */
  private static void checkFences(History history, Findings found) {
    Map<Fence, Handout> first = new HashMap<>();
    for (Op<Call.Claim> claim : history.claims()) {
      for (Handout handout : History.handouts(claim)) {
        Handout earlier = first.putIfAbsent(Fence.of(handout), handout);
        if (earlier != null) {
          found.add(Invariant.DUPLICATE, "one fence, two deliveries:", earlier, handout);
        }
      }
    }
  }
}
