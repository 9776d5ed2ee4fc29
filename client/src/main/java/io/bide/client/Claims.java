package io.bide.client;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Topic;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Claims, also those that wait.
 *
 * <p>A claim that waits has a ticket, by which it is taken back at its server when its caller gives it
 * up. Its answer is awaited all the same: what had been claimed by then is given back, so that nothing
 * is lost, not even in an at-most-once topic. A claim that is sent again is a new one, for what is left
 * of its time.
 */
final class Claims {
  /** How long an answer is awaited after the claim was taken back, before the connection is closed. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Calls calls;
  private final Threads threads;
  private final Gate gate;
  private final Names names;
  private final InstantSource clock;
  private final Duration deadline;
  private final Function<List<Delivery>, CompletableFuture<Void>> unclaim;
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  /**
   * Claims.
   *
   * @param clock tells the time of an answer that no server gives
   * @param unclaim gives back what nobody has seen
   */
  Claims(
      Calls calls,
      Threads threads,
      Gate gate,
      Names names,
      InstantSource clock,
      Duration deadline,
      Function<List<Delivery>, CompletableFuture<Void>> unclaim) {
    this.calls = calls;
    this.threads = threads;
    this.gate = gate;
    this.names = names;
    this.clock = clock;
    this.deadline = deadline;
    this.unclaim = unclaim;
  }

  CompletableFuture<Claimed> claim(Claim claim) {
    checkNamespace(claim.topics());
    Waiting one = new Waiting(claim);
    one.begin();
    return one.answer;
  }

  private static void checkNamespace(List<Topic> topics) {
    String namespace = topics.get(0).namespace();
    if (!topics.stream().allMatch(topic -> topic.namespace().equals(namespace))) {
      throw BideException.invalid(
          "topics", "are of several namespaces; over HTTP claim from one namespace at a time");
    }
  }

  /** Takes back what waits; each is answered with what it has got. */
  void stopWaiting() {
    waiting.forEach(Waiting::takeBack);
  }

  /** One claim, from its call until its server knows that it is over. */
  private final class Waiting {
    private final Claim claim;
    private final Deadline end;
    private final CompletableFuture<Claimed> answer = new CompletableFuture<>();
    private final CompletableFuture<Reply> reply;
    private volatile @Nullable Place place;
    private boolean takenBack;

    Waiting(Claim claim) {
      this.claim = claim;
      this.end = Deadline.in(claim.waitUpTo());
      this.reply = calls.call(this::request, Deadline.in(claim.waitUpTo().plus(deadline)));
    }

    void begin() {
      boolean waits = !claim.waitUpTo().isZero();
      if (waits) {
        waiting.add(this);
      }
      if (gate.isClosed()) {
        takeBack();
      }
      var unused = answer.whenComplete((claimed, failure) -> {
        if (!reply.isDone()) {
          takeBack();
        }
      });
      // Until its server has answered it is not over, even if its caller has left.
      var ignored = gate.owe(() -> reply.whenComplete(this::landed));
    }

    /** Sent for the first time, it waits as long as was asked for; again, as long as is left. */
    private Request request(URI server) {
      boolean waits = !claim.waitUpTo().isZero();
      long wait = place == null ? Due.millisUp(claim.waitUpTo()) : left();
      Place here = waits ? new Place(server, names.ticket()) : null;
      place = here;
      byte[] json = ClaimJson.write(claim, wait, here == null ? null : here.ticket());
      return Request.repeatable("POST", Paths.claims(claim.topics().get(0).namespace()), json);
    }

    private long left() {
      return isTakenBack() ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(end.left()));
    }

    private void landed(@Nullable Reply got, @Nullable Throwable failure) {
      waiting.remove(this);
      try {
        if (got == null) {
          fail(Calls.asError(failure));
        } else {
          hand(got.read(ClaimJson::read));
        }
      } catch (BideException e) {
        answer.completeExceptionally(e);
      }
    }

    private void hand(Claimed claimed) {
      if (!answer.complete(claimed) && !claimed.isEmpty()) {
        // If it cannot be given back, its lease brings it back.
        var unused = gate.owe(() -> unclaim.apply(claimed.deliveries()));
      }
    }

    private void fail(BideException error) {
      if (isTakenBack()) {
        answer.complete(new Claimed(clock.instant(), List.of()));
      } else {
        answer.completeExceptionally(error);
      }
    }

    private synchronized boolean isTakenBack() {
      return takenBack;
    }

    /** Ends its waiting at the server; one that does not wait will be answered soon anyway. */
    void takeBack() {
      Place here = place;
      synchronized (this) {
        if (here == null || takenBack) {
          return;
        }
        takenBack = true;
      }
      Request request = Request.once("DELETE", Paths.ticket(here.ticket()), null);
      var unused = calls.callOnly(here.server(), request, Deadline.in(GRACE));
      var ignored = threads.after(GRACE.toNanos(), () -> reply.cancel(true));
    }
  }

  /** Where a claim waits, and under which name. */
  private record Place(URI server, String ticket) {}
}
