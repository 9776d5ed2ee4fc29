package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Claimed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Claims that wait under a name their callers gave them, by which they can be taken back.
 *
 * <p>A caller that closes its connection takes its claim back, too, but may lose what was on its way
 * to it at that moment. One that takes back by a ticket stays and gets an answer in any case: nothing,
 * or what was claimed for it before. Thread-safe.
 */
final class Tickets {
  private static final int MAX_LENGTH = 64;

  private final Map<String, CompletableFuture<Claimed>> waiting = new ConcurrentHashMap<>();
  private final Supplier<Instant> now;

  Tickets(Supplier<Instant> now) {
    this.now = now;
  }

  /**
   * Makes a claim that can be taken back for as long as it waits.
   *
   * @throws BideException when the ticket is malformed or taken; then nothing is claimed
   */
  CompletableFuture<Claimed> hold(String ticket, Supplier<CompletableFuture<Claimed>> claim) {
    if (ticket.isEmpty() || ticket.length() > MAX_LENGTH) {
      throw BideException.invalid("ticket", "must have 1 to " + MAX_LENGTH + " characters");
    }
    if (waiting.containsKey(ticket)) {
      throw BideException.invalid(
          "ticket", "is that of another claim that waits; make a new one for each");
    }
    CompletableFuture<Claimed> answer = claim.get();
    waiting.put(ticket, answer);
    var unused = answer.whenComplete((claimed, failure) -> waiting.remove(ticket, answer));
    return answer;
  }

  /**
   * Ends the waiting: the queue takes back the claim of a future that somebody else has completed.
   *
   * @return false if no claim waits under this ticket
   */
  boolean takeBack(String ticket) {
    CompletableFuture<Claimed> claim = waiting.get(ticket);
    return claim != null && claim.complete(new Claimed(now.get(), List.of()));
  }
}
