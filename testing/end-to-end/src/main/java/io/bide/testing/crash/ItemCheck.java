package io.bide.testing.crash;

import io.bide.testing.crash.Life.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Items of a merged message are handed out in the order in which they were put. */
final class ItemCheck {
  private ItemCheck() {}

  static void check(Life life, Findings found) {
    Set<String> firstSeen = new LinkedHashSet<>();
    for (Delivery delivery : life.deliveries()) {
      checkOrder(life, delivery.handout().bodies(), found);
      firstSeen.addAll(delivery.handout().bodies());
    }
    checkOrder(life, List.copyOf(firstSeen), found);
  }

  /** No put that was over before another one was called may come after it. */
  private static void checkOrder(Life life, List<String> bodies, Findings found) {
    List<Op<Call.Put>> puts = new ArrayList<>();
    for (String body : bodies) {
      List<Op<Call.Put>> repetitions = life.putsOf(body);
      // Which of several repetitions stored the item is unknown.
      if (repetitions.size() == 1) {
        puts.add(repetitions.get(0));
      }
    }
    int latestCall = -1;
    Op<Call.Put> latest = null;
    for (Op<Call.Put> put : puts) {
      if (latest != null && put.to() < latestCall) {
        found.add(Invariant.ORDER, life, put, "came after", latest);
      }
      if (put.from() > latestCall) {
        latestCall = put.from();
        latest = put;
      }
    }
  }
}
