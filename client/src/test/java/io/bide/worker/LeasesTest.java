package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.Settle;
import io.bide.State;
import io.bide.WhenLeased;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Leases are extended for as long as a handler runs, and no longer. */
class LeasesTest extends WorkerFixture {
  private final CompletableFuture<Outcome> running = new CompletableFuture<>();

  private Handler handler() {
    return Handler.async(delivery -> {
      note(delivery);
      return running;
    });
  }

  @Test
  void handler_thatRunsForHours_keepsItsMessage() {
    start(handler());
    put("o1");

    advance(Duration.ofHours(3));
    running.complete(Outcome.done());

    assertThat(handled).containsExactly("o1");
    assertThat(state("o1")).isEqualTo(State.DONE);
    assertThat(peek("o1").attempts()).isEqualTo(1);
  }

  @Test
  void lease_isExtendedWhenHalfOfItIsOver() {
    start(handler(), TopicOptions.DEFAULT.lease(Duration.ofSeconds(8)));
    put("o1");

    advance(Duration.ofSeconds(4).minusMillis(1));
    assertThat(queue.settles).isEmpty();
    advance(Duration.ofMillis(1));

    assertThat(queue.settles).hasSize(1);
    assertThat(peek("o1").next()).isEqualTo(clock.instant().plusSeconds(8));
  }

  @Test
  void lease_ofTheMessage_isTheOneThatIsExtended() {
    start(handler());
    put(Put.to(ORDERS).id("short").lease(Duration.ofSeconds(2)));
    put(Put.to(ORDERS).id("long").lease(Duration.ofMinutes(2)));

    advance(Duration.ofSeconds(10));

    assertThat(state("short")).isEqualTo(State.LEASED);
    assertThat(queue.settles)
        .isNotEmpty()
        .allSatisfy(batch ->
            assertThat(batch).extracting(settle -> settle.target().id()).containsExactly("short"));
  }

  @Test
  void longestZero_neverExtends() {
    start(handler(), TopicOptions.DEFAULT.longest(Duration.ZERO));
    put("o1");

    advance(LEASE);

    assertThat(handled).containsExactly("o1", "o1");
    assertThat(queue.settles).isEmpty();
  }

  @Test
  void handler_thatRunsTooLong_losesItsLease() {
    start(handler(), TopicOptions.DEFAULT.longest(Duration.ofMinutes(10)));
    put("o1");
    advance(Duration.ofMinutes(10));
    assertThat(handled).hasSize(1);

    advance(LEASE);

    assertThat(handled).hasSize(2);
  }

  @Test
  void extension_thatFails_isTriedAgainBeforeTheLeaseEnds() {
    start(handler());
    put("o1");
    queue.settleFailures.add(ErrorCode.UNAVAILABLE);
    queue.settleFailures.add(ErrorCode.UNKNOWN);

    advance(Duration.ofMinutes(5));

    assertThat(handled).containsExactly("o1");
    assertThat(state("o1")).isEqualTo(State.LEASED);
  }

  @Test
  void message_thatWasTakenAway_isNotExtendedAgain() {
    start(handler());
    put("o1");
    engine.cancel(ORDERS, "o1", WhenLeased.VOID).join();

    advance(Duration.ofMinutes(1));

    assertThat(queue.settles).hasSize(1);
    assertThat(state("o1")).isEqualTo(State.CANCELLED);
  }

  @Test
  void extensions_ofManyMessages_travelTogether() {
    put("o1", "o2", "o3");
    start(handler());

    advance(LEASE.dividedBy(2));

    assertThat(queue.settles).hasSize(1);
    assertThat(queue.settles.get(0)).hasSize(3).allMatch(Settle.Extend.class::isInstance);
  }

  @Test
  void nothingHeld_setsNoAlarm() {
    start(noting());
    put("o1");
    int before = clock.waiting();
    advance(Duration.ofMinutes(5));

    assertThat(queue.settles).hasSize(1);
    assertThat(clock.waiting()).isLessThanOrEqualTo(before);
  }
}
