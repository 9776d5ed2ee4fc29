package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.PutMode;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Leases, and for how long a receipt is good. */
abstract class LeaseCases extends Cases {
  private static final SettleResult UNKNOWN = SettleResult.refused(Answer.UNKNOWN, null);

  LeaseCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private static SettleResult ended(State state) {
    return SettleResult.refused(Answer.ENDED, state);
  }

  private static SettleResult stale(State state) {
    return SettleResult.refused(Answer.STALE, state);
  }

  @Test
  void claim_showsTheLeaseAndTheAttempt() {
    put(message());
    pass(SECOND);

    Delivery delivery = claim();

    assertThat(delivery.message().state()).isEqualTo(State.LEASED);
    assertThat(delivery.message().attempts()).isEqualTo(1);
    assertThat(delivery.message().claimed()).isEqualTo(now());
    assertThat(delivery.message().next()).isEqualTo(in(LEASE));
    assertThat(delivery.message().due()).isEqualTo(now().minus(SECOND));
    assertThat(peek()).isEqualTo(delivery.message());
  }

  @Test
  void claim_withinAMillisecond_leasesFromTheNextOne() {
    put(message());
    pass(Duration.ofNanos(100_000));

    Delivery delivery = claim();

    assertThat(delivery.message().next()).isEqualTo(in(LEASE).plus(Duration.ofNanos(900_000)));
    assertThat(delivery.message().claimed()).isEqualTo(now().minusNanos(100_000));
  }

  @Test
  void claim_takesItsOwnLease_thenTheMessages_thenTheTopics() {
    configure(settings -> settings.lease(MINUTE));
    put(message());
    assertThat(claim().message().next()).isEqualTo(in(MINUTE));

    put(message().lease(SECOND).mode(PutMode.REPLACE));
    assertThat(claim().message().next()).isEqualTo(in(SECOND));

    put(message().lease(SECOND).mode(PutMode.REPLACE));
    Delivery delivery = claimFor(Duration.ofSeconds(3));
    assertThat(delivery.message().next()).isEqualTo(in(Duration.ofSeconds(3)));
    assertThat(delivery.message().lease()).isEqualTo(SECOND);
  }

  @Test
  void claim_beforeLeaseEnds_getsNothing() {
    put(message());
    claim();
    pass(LEASE.minusMillis(1));

    assertThat(claim(1)).isEmpty();
  }

  @Test
  void claim_afterLeaseEnds_returnsTheMessageAgain() {
    put(message());
    Delivery first = claim();
    pass(LEASE);
    assertThat(state()).isEqualTo(State.READY);

    Delivery second = claim();

    assertThat(second.message().attempts()).isEqualTo(2);
    assertThat(receipt(second)).isNotEqualTo(receipt(first));
  }

  @Test
  void ack_endsTheMessage() {
    put(message());
    Delivery delivery = claim();
    pass(SECOND);

    assertThat(ack(delivery)).isEqualTo(SettleResult.ok(State.DONE, null));

    assertThat(peek().state()).isEqualTo(State.DONE);
    assertThat(peek().ended()).isEqualTo(now());
    assertThat(peek().next()).isNull();
    assertThat(peek().attempts()).isEqualTo(1);
    pass(LEASE);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void ack_afterLeaseEnded_isStillGood() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE.plus(MINUTE));

    assertThat(ack(delivery).ok()).isTrue();
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void ack_afterLeaseEndedAndReschedule_isStillGood() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);
    reschedule(Due.after(MINUTE));
    assertThat(state()).isEqualTo(State.WAITING);

    assertThat(ack(delivery).ok()).isTrue();
    assertThat(state()).isEqualTo(State.DONE);
  }

  @Test
  void ack_twice_answersEnded() {
    put(message());
    Delivery delivery = claim();
    ack(delivery);

    assertThat(ack(delivery)).isEqualTo(ended(State.DONE));
  }

  @Test
  void settle_ofReceiptFromBeforeAnotherClaim_isStaleAndChangesNothing() {
    put(message());
    Delivery old = claim();
    pass(LEASE);
    Delivery current = claim();

    assertThat(ack(old)).isEqualTo(stale(State.LEASED));
    assertThat(release(old)).isEqualTo(stale(State.LEASED));
    assertThat(extend(old, MINUTE)).isEqualTo(stale(State.LEASED));
    assertThat(unclaim(old)).isEqualTo(stale(State.LEASED));
    assertThat(peek()).isEqualTo(current.message());
  }

  @Test
  void settle_ofReceiptFromBeforeARelease_isStale() {
    put(message());
    Delivery delivery = claim();
    release(delivery, Due.after(MINUTE));

    assertThat(ack(delivery)).isEqualTo(stale(State.WAITING));
    pass(MINUTE);
    assertThat(release(delivery)).isEqualTo(stale(State.READY));
  }

  @Test
  void settle_ofReceiptOfAReleasedMessageThatEnded_isStaleWithItsState() {
    put(message());
    Delivery delivery = claim();
    release(delivery);
    cancel(WhenLeased.REFUSE);

    assertThat(ack(delivery)).isEqualTo(stale(State.CANCELLED));
  }

  @Test
  void settle_ofReceiptOfACancelledMessage_answersEnded() {
    put(message());
    Delivery delivery = claim();
    cancel(WhenLeased.VOID);

    assertThat(ack(delivery)).isEqualTo(ended(State.CANCELLED));
  }

  @Test
  void settle_ofReceiptOfAReplacedMessage_answersEndedAndLeavesTheNewOneAlone() {
    put(message());
    Delivery delivery = claim();
    put(message().mode(PutMode.REPLACE));

    assertThat(ack(delivery)).isEqualTo(ended(State.CANCELLED));
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void settle_ofReceiptFromALifeBefore_isStale() {
    put(message());
    Delivery first = claim();
    ack(first);
    put(message());
    Delivery second = claim();
    ack(second);

    assertThat(ack(first)).isEqualTo(stale(State.DONE));
    assertThat(ack(second)).isEqualTo(ended(State.DONE));
  }

  @Test
  void settle_ofReceiptFromBeforeARedrive_isStale() {
    put(message().maxAttempts(1));
    Delivery delivery = claim();
    release(delivery);
    Await.value(store.redrive(Redrive.one(TOPIC, ID)));

    assertThat(ack(delivery)).isEqualTo(stale(State.READY));
  }

  @Test
  void settle_ofMessageThatIsForgotten_isUnknown() {
    put(message());
    Delivery delivery = claim();
    ack(delivery);
    pass(TopicSettings.DEFAULT_RETENTION);

    assertThat(ack(delivery)).isEqualTo(UNKNOWN);
  }

  @Test
  void settle_ofMessageThatNeverWas_isUnknown() {
    Receipt receipt = new Receipt(Topic.of("nowhere"), 0, ID, 7);

    assertThat(settle(new Settle.Ack(receipt))).isEqualTo(UNKNOWN);
    assertThat(topics()).isEmpty();
  }

  @Test
  void claim_neverUsesAFenceAgain() {
    put(message());
    Delivery first = claim();
    Await.value(store.purge(TOPIC));
    restart();
    put(message());
    Delivery second = claim();

    assertThat(receipt(second).fence()).isNotEqualTo(receipt(first).fence());
    assertThat(ack(first)).isEqualTo(stale(State.LEASED));
  }

  @Test
  void extend_movesTheEndOfTheLease() {
    put(message());
    Delivery delivery = claim();
    pass(SECOND);

    assertThat(extend(delivery, MINUTE)).isEqualTo(SettleResult.ok(State.LEASED, in(MINUTE)));

    pass(MINUTE.minusMillis(1));
    assertThat(claim(1)).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void extend_canShortenTheLease() {
    put(message());
    extend(claim(), SECOND);
    pass(SECOND);

    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void extend_afterLeaseEnded_revivesIt() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);

    assertThat(extend(delivery, SECOND)).isEqualTo(SettleResult.ok(State.LEASED, in(SECOND)));
    assertThat(state()).isEqualTo(State.LEASED);
    assertThat(peek().attempts()).isEqualTo(1);
    assertThat(ack(delivery).ok()).isTrue();
  }

  @Test
  void extend_afterLeaseEndedAndReschedule_leasesItAgain() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);
    reschedule(Due.after(MINUTE));

    assertThat(extend(delivery, SECOND).ok()).isTrue();
    assertThat(state()).isEqualTo(State.LEASED);
    pass(SECOND);
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void release_asTheLastAttempt_isDeadWhateverIsLeft() {
    put(message().maxAttempts(5));
    Delivery delivery = claim();

    assertThat(settle(Settle.Release.last(receipt(delivery))))
        .isEqualTo(SettleResult.ok(State.DEAD, null));
    assertThat(peek().cause()).isEqualTo(Cause.ATTEMPTS);
    assertThat(peek().attempts()).isEqualTo(1);
  }

  @Test
  void release_asTheLastAttemptAfterTheLeaseEnded_isDead() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);

    assertThat(settle(Settle.Release.last(receipt(delivery))).state()).isEqualTo(State.DEAD);
  }

  @Test
  void release_asTheLastAttemptById_isDeadIfLeased() {
    put(message());
    Delivery delivery = claim();
    Target leased = Target.id(delivery.message().topic(), delivery.message().id(), State.LEASED);

    assertThat(settle(Settle.Release.last(leased)).state()).isEqualTo(State.DEAD);
  }

  @Test
  void unclaim_untilLater_givesTheAttemptBackAndLeavesTheExpiry() {
    put(message().ttl(MINUTE.multipliedBy(2)));
    Instant expiry = peek().expiry();
    Delivery delivery = claim();

    assertThat(settle(new Settle.Unclaim(receipt(delivery), Due.after(MINUTE))))
        .isEqualTo(SettleResult.ok(State.WAITING, in(MINUTE)));
    assertThat(peek().attempts()).isZero();
    assertThat(peek().expiry()).isEqualTo(expiry);
    pass(MINUTE);
    assertThat(claim().message().attempts()).isEqualTo(1);
  }

  @Test
  void unclaim_toTheFront_comesBeforeOthers() {
    putAll("1", "2");
    Delivery second = claim(2).get(1);
    putAll("3");

    assertThat(settle(new Settle.Unclaim(receipt(second), Due.front())).state())
        .isEqualTo(State.READY);
    assertThat(claim(1).get(0).message().id()).isEqualTo("2");
  }

  @Test
  void settle_ofBatch_isAnsweredInItsOrder() {
    putAll("1", "2");
    List<Delivery> deliveries = claim(2);

    List<SettleResult> results = Await.value(store.settle(List.of(
        new Settle.Ack(receipt(deliveries.get(1))),
        new Settle.Release(receipt(deliveries.get(0)), Due.after(SECOND)),
        new Settle.Ack(receipt(deliveries.get(0))))));

    assertThat(results)
        .containsExactly(
            SettleResult.ok(State.DONE, null),
            SettleResult.ok(State.WAITING, in(SECOND)),
            stale(State.WAITING));
  }
}
