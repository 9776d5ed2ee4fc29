package io.bide.testing.crash;

import io.bide.State;
import io.bide.testing.crash.Life.Delivery;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** When everything is over, everything that was stored has ended, for a reason, and is counted. */
final class EndCheck {
  private EndCheck() {}

  static void check(Life life, Findings found) {
    checkNothingIsMissing(life, found);
    for (Event.Listed it : life.listed()) {
      checkWasPut(life, it, found);
      if (!hasReason(life, it)) {
        found.add(Invariant.LOST, life, "ended without a reason:", it);
      }
      if (!life.merged()) {
        // What remains of a merged message goes on as a new one, with attempts from the start.
        checkAttempts(life, it, found);
      }
    }
  }

  private static void checkNothingIsMissing(Life life, Findings found) {
    Set<String> missing = new HashSet<>();
    life.puts().stream()
        .filter(Op::happened)
        .forEach(put -> missing.add(put.call().body()));
    life.deliveries().forEach(delivery -> missing.addAll(delivery.handout().bodies()));
    life.listed().forEach(it -> missing.removeAll(it.bodies()));
    if (missing.size() > removable(life)) {
      found.add(Invariant.LOST, life, missing, life.puts(), life.deliveries());
    }
  }

  /** How many items cancels may have removed from a message while it was leased. */
  private static int removable(Life life) {
    int removed = 0;
    for (Op<Call.Cancel> cancel : life.cancels()) {
      if (cancel.reply() instanceof Reply.Cancelled answer) {
        removed += answer.itemsRemoved();
      } else if (cancel.outcome() == Op.Outcome.UNKNOWN && life.merged()) {
        return Integer.MAX_VALUE;
      }
    }
    return removed;
  }

  private static void checkWasPut(Life life, Event.Listed it, Findings found) {
    for (String body : it.bodies()) {
      List<Op<Call.Put>> puts = life.putsOf(body);
      if (puts.isEmpty()) {
        found.add(Invariant.UNEXPECTED, life, "was not put with body", body, it);
      } else if (puts.stream().noneMatch(Op::mayHaveHappened)) {
        found.add(Invariant.FAILED_PUT, life, body, puts, it);
      }
    }
  }

  private static boolean hasReason(Life life, Event.Listed it) {
    return switch (it.state()) {
      case DONE -> it.bodies().stream().allMatch(body -> mayBeAcked(life, body));
      case CANCELLED -> life.mayBeCancelled();
      case EXPIRED -> hasTtl(life);
      case DEAD -> hasTtl(life) || it.attempts() == it.maxAttempts();
      case WAITING, READY, LEASED -> false;
    };
  }

  private static boolean mayBeAcked(Life life, String body) {
    return life.deliveries().stream()
        .filter(delivery -> delivery.handout().bodies().contains(body))
        .anyMatch(delivery -> life.mayBeAcked(delivery.fence()));
  }

  private static boolean hasTtl(Life life) {
    return life.puts().stream().anyMatch(put -> put.call().ttl() > 0);
  }

  private static void checkAttempts(Life life, Event.Listed it, Findings found) {
    for (Delivery delivery : life.deliveries()) {
      if (delivery.handout().attempt() > it.attempts()) {
        found.add(Invariant.ATTEMPTS, life, "has forgotten", delivery, it);
      }
    }
  }

  static void checkCounts(History history, Findings found) {
    Map<String, Map<State, Long>> listed = new HashMap<>();
    for (Event.Listed it : history.listed()) {
      listed
          .computeIfAbsent(it.topic(), topic -> new EnumMap<>(State.class))
          .merge(it.state(), 1L, Long::sum);
    }
    for (Op<Call.Stats> stats : history.stats()) {
      if (stats.reply() instanceof Reply.Counts counts) {
        Map<State, Long> there = listed.getOrDefault(stats.call().topic(), Map.of());
        for (State state : State.values()) {
          long expected = there.getOrDefault(state, 0L);
          long counted = counts.counts().getOrDefault(state, 0L);
          if (expected != counted) {
            found.add(
                Invariant.COUNTS, stats.call().topic(), state, "counts", counted, "of", expected);
          }
        }
      }
    }
  }
}
