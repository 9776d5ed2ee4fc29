package io.bide.testing.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The answers that the rules allow, for each verb and each state in which the message may be.
 *
 * <p>Why some are missing: a message of which nothing is known has neither a token nor a receipt. An
 * expired one was never handed out, or was unclaimed, so no receipt is its own. A live one that has no
 * lease has neither used its attempts up nor passed its expiry, so releasing it does not end it. A put
 * that is refused as too large needs more items than a sequence has steps.
 */
final class Possible {
  private static final String TABLE = """
      put-REJECT       NONE                           NEW
      put-REJECT       WAITING,READY,LEASED           DUPLICATE,REPEATED,TOKEN_MISMATCH
      put-REJECT       DONE,EXPIRED,DEAD,CANCELLED    NEW,REPEATED,TOKEN_MISMATCH
      put-REPLACE      NONE                           NEW
      put-REPLACE      WAITING,READY,LEASED           REPLACED,REPEATED,TOKEN_MISMATCH
      put-REPLACE      DONE,EXPIRED,DEAD,CANCELLED    NEW,REPEATED,TOKEN_MISMATCH
      put-MERGE        NONE                           NEW
      put-MERGE        WAITING,READY,LEASED           MERGED,REPEATED,TOKEN_MISMATCH
      put-MERGE        DONE,EXPIRED,DEAD,CANCELLED    NEW,REPEATED,TOKEN_MISMATCH
      claim-id         NONE,WAITING,READY,LEASED      NOTHING
      claim-id         DONE,EXPIRED,DEAD,CANCELLED    NOTHING
      claim-id         READY                          LEASED,DONE
      ack-receipt      NONE                           UNKNOWN
      ack-receipt      WAITING,READY,LEASED           OK-DONE,STALE,ENDED
      ack-receipt      DONE,DEAD,CANCELLED            STALE,ENDED
      ack-receipt      EXPIRED                        STALE
      release-receipt  NONE                           UNKNOWN
      release-receipt  WAITING,READY                  OK-WAITING,OK-READY,OK-DEAD,STALE,ENDED
      release-receipt  LEASED                         OK-WAITING,OK-READY,OK-DEAD,STALE,ENDED
      release-receipt  DONE,DEAD,CANCELLED            STALE,ENDED
      release-receipt  EXPIRED                        STALE
      extend-receipt   NONE                           UNKNOWN
      extend-receipt   WAITING,READY,LEASED           OK-LEASED,STALE,ENDED
      extend-receipt   DONE,DEAD,CANCELLED            STALE,ENDED
      extend-receipt   EXPIRED                        STALE
      unclaim-receipt  NONE                           UNKNOWN
      unclaim-receipt  WAITING                        OK-WAITING,OK-READY,STALE,ENDED
      unclaim-receipt  READY                          OK-WAITING,OK-READY,STALE,ENDED
      unclaim-receipt  LEASED                         OK-WAITING,OK-READY,OK-DEAD,OK-EXPIRED
      unclaim-receipt  LEASED                         STALE,ENDED
      unclaim-receipt  DONE,DEAD,CANCELLED            STALE,ENDED
      unclaim-receipt  EXPIRED                        STALE
      ack-id           NONE                           UNKNOWN
      ack-id           WAITING,READY,LEASED           OK-DONE,WRONG_STATE
      ack-id           DONE,EXPIRED,DEAD,CANCELLED    OK-DONE,ENDED
      release-id       NONE                           UNKNOWN
      release-id       WAITING,READY                  OK-WAITING,OK-READY,WRONG_STATE
      release-id       LEASED                         OK-WAITING,OK-READY,OK-DEAD,WRONG_STATE
      release-id       DONE,EXPIRED,DEAD,CANCELLED    ENDED
      extend-id        NONE                           UNKNOWN
      extend-id        WAITING,READY                  WRONG_STATE
      extend-id        LEASED                         OK-LEASED
      extend-id        DONE,EXPIRED,DEAD,CANCELLED    ENDED
      unclaim-id       NONE                           UNKNOWN
      unclaim-id       WAITING,READY                  WRONG_STATE
      unclaim-id       LEASED                         OK-WAITING,OK-READY,OK-DEAD,OK-EXPIRED
      unclaim-id       DONE,EXPIRED,DEAD,CANCELLED    ENDED
      cancel-REFUSE    NONE                           UNKNOWN
      cancel-REFUSE    WAITING,READY                  CANCELLED
      cancel-REFUSE    LEASED                         LEASED
      cancel-REFUSE    DONE,EXPIRED,DEAD,CANCELLED    ENDED
      cancel-VOID      NONE                           UNKNOWN
      cancel-VOID      WAITING,READY,LEASED           CANCELLED
      cancel-VOID      DONE,EXPIRED,DEAD,CANCELLED    ENDED
      reschedule       NONE                           UNKNOWN
      reschedule       WAITING,READY                  RESCHEDULED
      reschedule       LEASED                         RESCHEDULED,LEASED
      reschedule       DONE,EXPIRED,DEAD,CANCELLED    ENDED
      redrive-DEAD     NONE,DONE,EXPIRED,CANCELLED    NOTHING
      redrive-DEAD     WAITING,READY,LEASED           NOTHING,CONFLICT
      redrive-DEAD     DEAD                           REDRIVEN
      redrive-EXPIRED  NONE,DONE,DEAD,CANCELLED       NOTHING
      redrive-EXPIRED  WAITING,READY,LEASED           NOTHING,CONFLICT
      redrive-EXPIRED  EXPIRED                        REDRIVEN,CONFLICT
      """;

  private static final List<String> CELLS =
      TABLE.lines().flatMap(Possible::cells).toList();

  private Possible() {}

  static List<String> cells() {
    return CELLS;
  }

  private static Stream<String> cells(String line) {
    List<String> columns = List.of(line.strip().split(" +", -1));
    List<String> cells = new ArrayList<>();
    for (String state : columns.get(1).split(",", -1)) {
      for (String answer : columns.get(2).split(",", -1)) {
        cells.add(Coverage.cell(columns.get(0), state, answer));
      }
    }
    return cells.stream();
  }

  /** The row of the table for a step; empty for a step that is not about one message. */
  static String verb(Step step) {
    String word = step.verb().word();
    return switch (step.verb()) {
      case PUT -> word + "-" + step.get("mode");
      case CLAIM -> id(step).isEmpty() ? "" : "claim-id";
      case ACK, RELEASE, EXTEND, UNCLAIM -> word + (step.has("receipt") ? "-receipt" : "-id");
      case CANCEL -> word + "-" + step.get("leased");
      case RESCHEDULE -> word;
      case REDRIVE -> step.has("id") ? word + "-" + step.get("state") : "";
      default -> "";
    };
  }

  /** The message that a step is about: of a claim, the only one that it asks for. */
  static String id(Step step) {
    if (step.verb() != Verb.CLAIM) {
      return step.get("id");
    }
    List<Map<String, String>> requests = Reading.requests(step);
    return requests.size() == 1 ? requests.get(0).getOrDefault("id", "") : "";
  }
}
