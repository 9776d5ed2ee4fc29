package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Message;
import io.bide.Put;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.TopicSettings;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Releases, backoff, and the last attempt; unclaim. */
abstract class RetryCases extends Cases {
  RetryCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void release_withDueTime_waitsUntilThen() {
    put(message());

    assertThat(release(claim(), Due.after(MINUTE)))
        .isEqualTo(SettleResult.ok(State.WAITING, in(MINUTE)));

    pass(MINUTE.minusMillis(1));
    assertThat(claim(1)).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(claim().message().attempts()).isEqualTo(2);
  }

  @Test
  void release_keepsTheFirstDueTimeAndTheExpiry() {
    put(message().ttl(Duration.ofHours(1)));
    Message before = peek();
    pass(SECOND);
    release(claim(), Due.after(MINUTE));

    assertThat(peek().due()).isEqualTo(before.due());
    assertThat(peek().expiry()).isEqualTo(before.expiry());
    assertThat(peek().next()).isEqualTo(in(MINUTE));
  }

  @Test
  void release_toTheFront_isReadyNow() {
    put(message());
    pass(SECOND);

    assertThat(release(claim(), Due.front())).isEqualTo(SettleResult.ok(State.READY, now()));
    assertThat(peek().next()).isEqualTo(peek().due());
  }

  @Test
  void release_afterLeaseEnded_isStillGood() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);

    assertThat(release(delivery, Due.after(SECOND)))
        .isEqualTo(SettleResult.ok(State.WAITING, in(SECOND)));
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void release_withoutDueTime_takesTheBackoffOfTheMessage() {
    put(message().backoff(Backoff.schedule(SECOND, MINUTE)).maxAttempts(Put.UNLIMITED));

    assertThat(release(claim()).next()).isEqualTo(in(SECOND));
    pass(SECOND);
    assertThat(release(claim()).next()).isEqualTo(in(MINUTE));
    pass(MINUTE);
    assertThat(release(claim()).next()).isEqualTo(in(MINUTE));
  }

  @Test
  void release_withoutDueTime_takesTheBackoffOfTheTopicAsItIsThen() {
    put(message());
    Delivery delivery = claim();
    configure(settings -> settings.backoff(Backoff.fixed(MINUTE)));

    assertThat(release(delivery).next()).isEqualTo(in(MINUTE));
  }

  @Test
  void release_withoutAnyBackoff_doublesFromOneSecond() {
    put(message());
    assertThat(release(claim()).next()).isEqualTo(in(SECOND));
    pass(SECOND);
    assertThat(release(claim()).next()).isEqualTo(in(Duration.ofSeconds(2)));
  }

  @Test
  void release_withImmediateBackoff_isReadyAtOnce() {
    put(message().backoff(Backoff.immediate()));

    assertThat(release(claim())).isEqualTo(SettleResult.ok(State.READY, now()));
  }

  @Test
  void release_withJitter_waitsWhatTheBackoffSays() {
    Backoff backoff = new Backoff.Exponential(SECOND, MINUTE, 0.5);
    put(message().backoff(backoff));

    assertThat(release(claim()).next())
        .isEqualTo(in(Duration.ofMillis(backoff.delayMillis(ID, 1))));
  }

  @Test
  void release_withinAMillisecond_countsFromTheNextOne() {
    put(message());
    pass(Duration.ofNanos(1_500_000));

    assertThat(release(claim(), Due.after(SECOND)).next())
        .isEqualTo(in(SECOND).plus(Duration.ofNanos(500_000)));
  }

  @Test
  void release_ofTheLastAttempt_isDeadAtOnce() {
    put(message().maxAttempts(2));
    release(claim(), Due.now());
    Delivery last = claim();
    pass(SECOND);

    assertThat(release(last, Due.after(MINUTE))).isEqualTo(SettleResult.ok(State.DEAD, null));

    assertThat(peek().state()).isEqualTo(State.DEAD);
    assertThat(peek().cause()).isEqualTo(Cause.ATTEMPTS);
    assertThat(peek().ended()).isEqualTo(now());
    assertThat(peek().attempts()).isEqualTo(2);
    assertThat(release(last)).isEqualTo(SettleResult.refused(Answer.ENDED, State.DEAD));
  }

  @Test
  void leaseEnd_ofTheLastAttempt_isDeadFromThatInstant() {
    put(message().maxAttempts(1));
    claim();
    pass(LEASE.plus(MINUTE));

    assertThat(peek().state()).isEqualTo(State.DEAD);
    assertThat(peek().cause()).isEqualTo(Cause.ATTEMPTS);
    assertThat(peek().ended()).isEqualTo(now().minus(MINUTE));
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void settle_afterTheLastLeaseEnded_answersEnded() {
    put(message().maxAttempts(1));
    Delivery delivery = claim();
    pass(LEASE);

    assertThat(ack(delivery)).isEqualTo(SettleResult.refused(Answer.ENDED, State.DEAD));
    assertThat(extend(delivery, SECOND)).isEqualTo(SettleResult.refused(Answer.ENDED, State.DEAD));
  }

  @Test
  void put_withoutMaxAttempts_takesTheTopicsAtThatMoment() {
    put(message("before"));
    configure(settings -> settings.maxAttempts(2));
    put(message());

    assertThat(find("before").orElseThrow().maxAttempts())
        .isEqualTo(TopicSettings.DEFAULT_MAX_ATTEMPTS);
    assertThat(peek().maxAttempts()).isEqualTo(2);
  }

  @Test
  void put_withBackoffSchedule_allowsOneAttemptMoreThanItHasDelays() {
    put(message().backoff(Backoff.schedule(SECOND, SECOND, SECOND)));

    assertThat(peek().maxAttempts()).isEqualTo(4);
  }

  @Test
  void claim_withUnlimitedAttempts_neverRunsOut() {
    put(message().maxAttempts(Put.UNLIMITED));
    for (int attempt = 1; attempt <= 50; attempt++) {
      assertThat(claim().message().attempts()).isEqualTo(attempt);
      pass(LEASE);
    }
  }

  @Test
  void unclaim_isAsIfItHadNotBeenClaimed() {
    put(message());
    Message before = peek();
    Delivery delivery = claim();
    pass(SECOND);

    assertThat(unclaim(delivery)).isEqualTo(SettleResult.ok(State.READY, before.next()));
    assertThat(peek()).isEqualTo(before);
    assertThat(ack(delivery)).isEqualTo(SettleResult.refused(Answer.STALE, State.READY));
  }

  @Test
  void unclaim_ofTheLastAttempt_givesItBack() {
    put(message().maxAttempts(1));
    unclaim(claim());

    assertThat(claim().message().attempts()).isEqualTo(1);
  }

  @Test
  void unclaim_afterARelease_goesBackToWhereItStood() {
    put(message());
    release(claim(), Due.after(SECOND));
    pass(SECOND);
    Delivery second = claim();
    pass(SECOND);

    assertThat(unclaim(second).next()).isEqualTo(now().minus(SECOND));
    assertThat(peek().attempts()).isEqualTo(1);
    assertThat(peek().claimed()).isNotNull();
  }

  @Test
  void unclaim_ofOneAtTheFront_answersItsDueTime() {
    put(message().due(Due.front()));
    Delivery delivery = claim();
    pass(SECOND);

    assertThat(unclaim(delivery))
        .isEqualTo(SettleResult.ok(State.READY, delivery.message().due()));
  }

  @Test
  void unclaim_afterLeaseEnded_isStillGood() {
    put(message());
    Delivery delivery = claim();
    pass(LEASE);

    assertThat(unclaim(delivery).ok()).isTrue();
    assertThat(peek().attempts()).isZero();
  }
}
