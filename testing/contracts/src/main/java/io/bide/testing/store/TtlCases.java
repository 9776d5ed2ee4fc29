package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Message;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The time to live: who expires, who dies, and who is spared. */
abstract class TtlCases extends Cases {
  TtlCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private void isEnded(State state, Instant at) {
    Message message = peek();
    assertThat(message.state()).isEqualTo(state);
    assertThat(message.cause()).isEqualTo(Cause.TTL);
    assertThat(message.ended()).isEqualTo(at);
    assertThat(message.next()).isNull();
  }

  @Test
  void message_neverHandedOut_expiresAtDueTimePlusTtl() {
    put(message().delay(SECOND).ttl(MINUTE));
    Instant expiry = in(SECOND.plus(MINUTE));
    assertThat(peek().expiry()).isEqualTo(expiry);

    pass(SECOND.plus(MINUTE).minusMillis(1));
    assertThat(state()).isEqualTo(State.READY);
    pass(Duration.ofMillis(1));

    isEnded(State.EXPIRED, expiry);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void message_thatExpiredLongAgo_endedWhenItBecameTrue() {
    put(message().ttl(SECOND));
    Instant expiry = in(SECOND);
    pass(MINUTE);

    isEnded(State.EXPIRED, expiry);
  }

  @Test
  void put_withoutTtl_takesTheTopicsAtThatMoment() {
    configure(settings -> settings.ttl(SECOND));
    put(message());
    configure(settings -> settings);

    assertThat(peek().ttl()).isEqualTo(SECOND);
    pass(SECOND);
    assertThat(state()).isEqualTo(State.EXPIRED);
  }

  @Test
  void ack_ofMessageWithTtl_isItsEndWhateverTimeBrings() {
    put(message("acked by id").ttl(SECOND));
    put(message().ttl(SECOND));
    Delivery delivery = claim(2).get(1);
    Target id = new Target.ById(TOPIC, "acked by id", Set.of(State.LEASED));
    assertThat(settle(new Settle.Ack(id)).ok()).isTrue();
    assertThat(ack(delivery).ok()).isTrue();
    pass(MINUTE);
    sweep();

    assertThat(idsIn(State.DONE)).containsExactlyInAnyOrder("acked by id", ID);
  }

  @Test
  void claim_ofMessageWithTtlAndLease_holdsForThatLease() {
    put(message().ttl(MINUTE).lease(SECOND));
    claim();

    assertThat(peek().next()).isEqualTo(in(SECOND));
  }

  @Test
  void ttl_neverEndsARunningLease() {
    put(message().ttl(SECOND));
    Delivery delivery = claim();
    pass(LEASE.minusMillis(1));

    assertThat(state()).isEqualTo(State.LEASED);
    assertThat(ack(delivery).ok()).isTrue();
  }

  @Test
  void leaseEnd_afterExpiry_isDeadFromTheLeaseEnd() {
    put(message().ttl(SECOND));
    claim();
    Instant leaseEnd = in(LEASE);
    pass(LEASE.plus(SECOND));

    isEnded(State.DEAD, leaseEnd);
  }

  @Test
  void expiry_afterLeaseEnd_isDeadFromTheExpiry() {
    put(message().ttl(MINUTE));
    claim();
    Instant expiry = in(MINUTE);
    pass(LEASE);
    assertThat(state()).isEqualTo(State.READY);
    pass(MINUTE);

    isEnded(State.DEAD, expiry);
  }

  @Test
  void expiry_afterRelease_isDead() {
    put(message().ttl(SECOND));
    Instant expiry = in(SECOND);
    release(claim(), Due.after(MINUTE));
    pass(SECOND);

    isEnded(State.DEAD, expiry);
  }

  @Test
  void release_afterExpiry_isDeadNow() {
    put(message().ttl(SECOND));
    Delivery delivery = claim();
    pass(Duration.ofSeconds(2));

    assertThat(release(delivery)).isEqualTo(SettleResult.ok(State.DEAD, null));
    isEnded(State.DEAD, now());
    assertThat(ack(delivery)).isEqualTo(SettleResult.refused(Answer.STALE, State.DEAD));
  }

  @Test
  void unclaim_ofTheFirstAttempt_afterExpiry_isExpiredNow() {
    put(message().ttl(SECOND));
    Delivery delivery = claim();
    pass(Duration.ofSeconds(2));

    assertThat(unclaim(delivery)).isEqualTo(SettleResult.ok(State.EXPIRED, null));
    isEnded(State.EXPIRED, now());
    assertThat(peek().attempts()).isZero();
  }

  @Test
  void unclaim_ofALaterAttempt_afterExpiry_isDeadNow() {
    put(message().ttl(SECOND));
    release(claim(), Due.now());
    Delivery second = claim();
    pass(Duration.ofSeconds(2));

    assertThat(unclaim(second)).isEqualTo(SettleResult.ok(State.DEAD, null));
    isEnded(State.DEAD, now());
  }

  @Test
  void extend_afterExpiryDuringTheLease_isGood() {
    put(message().ttl(SECOND));
    Delivery delivery = claim();
    pass(Duration.ofSeconds(2));

    assertThat(extend(delivery, MINUTE).ok()).isTrue();
    pass(MINUTE);
    isEnded(State.DEAD, now());
  }

  @Test
  void reschedule_movesTheExpiry() {
    put(message().ttl(SECOND));

    reschedule(Due.after(MINUTE));

    assertThat(peek().expiry()).isEqualTo(in(MINUTE.plus(SECOND)));
    pass(MINUTE);
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void attempts_usedUp_beforeExpiry_decideTheCause() {
    put(message().ttl(SECOND).maxAttempts(1));
    claim();
    pass(LEASE);

    assertThat(peek().cause()).isEqualTo(Cause.ATTEMPTS);
  }

  @Test
  void message_thatExpired_leavesItsIdFree() {
    expire();

    assertThat(put(message()).how()).isEqualTo(PutResult.How.NEW);
    assertThat(idsIn(State.EXPIRED)).containsExactly(ID);
  }
}
