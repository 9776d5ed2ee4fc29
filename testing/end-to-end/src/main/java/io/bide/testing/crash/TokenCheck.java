package io.bide.testing.crash;

import io.bide.testing.crash.Life.Delivery;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A put that is repeated with its token is one put: one message, one answer. */
final class TokenCheck {
  private TokenCheck() {}

  static void check(Life life, Findings found) {
    Map<String, Op<Call.Put>> firstOfToken = new HashMap<>();
    for (Op<Call.Put> put : life.puts()) {
      String token = put.call().token();
      if (token != null && put.reply() != null) {
        Op<Call.Put> first = firstOfToken.get(token);
        if (first != null) {
          checkRepetition(life, first, put, found);
        } else if (put.happened()) {
          firstOfToken.put(token, put);
        }
      }
    }
    life.deliveries().forEach(delivery -> checkItems(life, delivery, found));
    checkListed(life, found);
  }

  private static void checkRepetition(
      Life life, Op<Call.Put> first, Op<Call.Put> put, Findings found) {
    boolean refused = put.outcome() == Op.Outcome.DID_NOT_HAPPEN
        && !(put.reply() instanceof Reply.Failed failed && isPassing(failed));
    boolean otherwise = put.happened() && !Objects.equals(put.reply(), first.reply());
    if (((refused && first.precedes(put)) || otherwise) && !mayBeRemoved(life, first, put)) {
      found.add(Invariant.TWO_MESSAGES, life, first, put);
    }
  }

  /** A cancel of a leased message may remove an item, and its token with it. */
  private static boolean mayBeRemoved(Life life, Op<Call.Put> first, Op<Call.Put> put) {
    return life.merged()
        && life.cancels().stream()
            .anyMatch(cancel -> cancel.to() > first.from()
                && cancel.from() < put.to()
                && !(cancel.reply() instanceof Reply.Cancelled answer
                    && answer.itemsRemoved() == 0));
  }

  /** Whether the failure says nothing about this put. */
  private static boolean isPassing(Reply.Failed failed) {
    return !failed.code().equals("TOKEN_MISMATCH") && !failed.code().equals("INVALID");
  }

  private static void checkItems(Life life, Delivery delivery, Findings found) {
    Set<String> seen = new HashSet<>();
    for (String body : delivery.handout().bodies()) {
      if (!seen.add(body)) {
        found.add(kind(life, body), life, body, "twice in", delivery);
      }
    }
  }

  private static void checkListed(Life life, Findings found) {
    Set<String> seen = new HashSet<>();
    for (Event.Listed it : life.listed()) {
      for (String body : it.bodies()) {
        if (!seen.add(body)) {
          found.add(kind(life, body), life, body, "ended twice", life.listed());
        }
      }
    }
  }

  private static Invariant kind(Life life, String body) {
    return life.putsOf(body).size() > 1 ? Invariant.TWO_MESSAGES : Invariant.DUPLICATE;
  }

  /** One body never lives under two ids. */
  static void checkIds(History history, Findings found) {
    Map<String, String> idOfBody = new HashMap<>();
    for (Op<Call.Put> put : history.puts()) {
      if (put.reply() instanceof Reply.Stored stored) {
        check(idOfBody, put.call().body(), stored.id(), found);
      }
    }
    for (Op<Call.Claim> claim : history.claims()) {
      for (Handout handout : History.handouts(claim)) {
        handout.bodies().forEach(body -> check(idOfBody, body, handout.id(), found));
      }
    }
    for (Event.Listed it : history.listed()) {
      it.bodies().forEach(body -> check(idOfBody, body, it.id(), found));
    }
  }

  private static void check(Map<String, String> idOfBody, String body, String id, Findings found) {
    String other = idOfBody.putIfAbsent(body, id);
    if (other != null && !other.equals(id)) {
      found.add(Invariant.TWO_MESSAGES, body, "is both", List.of(other, id));
    }
  }
}
