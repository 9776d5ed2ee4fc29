package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.RescheduleResult;
import io.bide.State;
import io.bide.WhenLeased;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What becomes of the items when a batch dies, expires, is cancelled or rescheduled. */
abstract class MergedDeathCases extends Cases {
  MergedDeathCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private Message dead() {
    return browse(State.DEAD).get(0);
  }

  @Test
  void leaseEnd_ofTheLastAttempt_takesWhatWasHandedOut_theRestGoesOn() {
    put(item("a").maxAttempts(1));
    claim();
    put(item("b").delay(Duration.ofHours(1)));
    Instant death = in(LEASE);
    pass(LEASE.plus(SECOND));

    assertThat(texts(dead())).containsExactly("a");
    Message rest = peek();
    assertThat(texts(rest)).containsExactly("b");
    assertThat(rest.state()).isEqualTo(State.READY);
    assertThat(rest.created()).isEqualTo(death);
    assertThat(rest.due()).isEqualTo(death);
    assertThat(rest.attempts()).isZero();
    assertThat(rest.maxAttempts()).isEqualTo(1);
  }

  @Test
  void release_ofTheLastAttempt_leavesTheNextGenerationItsDueTime() {
    put(item("a").maxAttempts(1));
    Delivery delivery = claim();
    Instant due = put(item("b").delay(Duration.ofHours(1))).due();

    release(delivery);

    assertThat(texts(dead())).containsExactly("a");
    assertThat(peek().due()).isEqualTo(due);
  }

  @Test
  void release_ofTheLastAttempt_withLeftOverItems_leavesThemReady() {
    put(item("a").maxAttempts(1));
    put(item("b"));

    release(claimItems(1));

    assertThat(texts(dead())).containsExactly("a");
    assertThat(texts(claim())).containsExactly("b");
  }

  @Test
  void death_takesWhatWasEverHandedOut() {
    put(item("a").maxAttempts(2));
    put(item("b"));
    put(item("c"));
    claimItems(2);
    pass(LEASE);
    claimItems(1);
    pass(LEASE);

    assertThat(texts(dead())).containsExactly("a", "b");
    assertThat(texts(peek())).containsExactly("c");
  }

  @Test
  void death_byTtlAfterRelease_takesWhatWasHandedOut() {
    put(item("a").ttl(SECOND));
    Delivery delivery = claim();
    put(item("b"));
    release(delivery, Due.after(MINUTE));
    Instant expiry = in(SECOND);
    pass(SECOND);

    assertThat(texts(dead())).containsExactly("a");
    assertThat(texts(peek())).containsExactly("b");
    assertThat(peek().due()).isEqualTo(expiry);
    assertThat(peek().expiry()).isEqualTo(expiry.plus(SECOND));
  }

  @Test
  void rest_ofADeathLongAgo_hasExpiredSince() {
    put(item("a").ttl(SECOND).maxAttempts(1));
    put(item("b"));
    claimItems(1);
    Instant death = in(LEASE);
    pass(LEASE.plus(MINUTE));

    Message rest = browse(State.EXPIRED).get(0);
    assertThat(texts(dead())).containsExactly("a");
    assertThat(rest.ended()).isEqualTo(death.plus(SECOND));
    assertThat(rest.itemCount()).isEqualTo(1);
  }

  @Test
  void expiry_takesAllItems() {
    put(item("a").ttl(SECOND));
    put(item("b"));
    pass(SECOND);

    assertThat(peek().state()).isEqualTo(State.EXPIRED);
    assertThat(peek().itemCount()).isEqualTo(2);
  }

  @Test
  void expiry_afterAnUnclaimToNoAttempts_takesAllItems() {
    put(item("a").ttl(SECOND));
    put(item("b"));
    unclaim(claimItems(1));
    pass(SECOND);

    assertThat(peek().state()).isEqualTo(State.EXPIRED);
    assertThat(peek().itemCount()).isEqualTo(2);
  }

  @Test
  void unclaim_ofALaterAttempt_remembersWhatWasHandedOutBefore() {
    put(item("a").ttl(MINUTE).maxAttempts(3));
    put(item("b"));
    release(claimItems(1), Due.now());
    unclaim(claim());
    pass(MINUTE);

    assertThat(dead().itemCount()).isEqualTo(2);
  }

  @Test
  void cancel_ofALeasedBatch_removesWhatWasNotHandedOut() {
    put(item("a"));
    put(item("b"));
    Delivery delivery = claimItems(1);
    put(item("c"));

    assertThat(cancel(WhenLeased.REFUSE))
        .isEqualTo(new CancelResult(CancelResult.Answer.LEASED, State.LEASED, 2));

    assertThat(texts(peek())).containsExactly("a");
    ack(delivery);
    assertThat(state()).isEqualTo(State.DONE);
  }

  @Test
  void cancel_ofALeasedBatch_removesWhatOnlyAnEarlierLeaseHandedOut() {
    put(item("a"));
    put(item("b"));
    claim();
    pass(LEASE);
    claimItems(1);

    assertThat(cancel(WhenLeased.REFUSE).itemsRemoved()).isEqualTo(1);
    assertThat(texts(peek())).containsExactly("a");
  }

  @Test
  void merge_afterTheNextGenerationWasCancelled_startsAnother() {
    put(item("a"));
    claim();
    put(item("b").delay(MINUTE));
    cancel(WhenLeased.REFUSE);

    assertThat(put(item("c").delay(SECOND)).due()).isEqualTo(in(SECOND));
  }

  @Test
  void cancel_ofALeasedBatch_withVoid_endsAllItems() {
    put(item("a"));
    claim();
    put(item("b"));

    assertThat(cancel(WhenLeased.VOID))
        .isEqualTo(new CancelResult(CancelResult.Answer.CANCELLED, State.CANCELLED, 0));
    assertThat(peek().itemCount()).isEqualTo(2);
  }

  @Test
  void reschedule_ofALeasedBatch_movesTheNextGeneration() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(MINUTE));

    assertThat(reschedule(Due.after(SECOND)))
        .isEqualTo(
            new RescheduleResult(RescheduleResult.Answer.RESCHEDULED, State.LEASED, in(SECOND)));

    ack(delivery);
    assertThat(peek().due()).isEqualTo(in(SECOND));
  }

  @Test
  void reschedule_ofALeasedBatchWithoutNextGeneration_answersLeased() {
    put(item("a"));
    put(item("b"));
    claimItems(1);

    assertThat(reschedule(Due.after(SECOND)))
        .isEqualTo(new RescheduleResult(RescheduleResult.Answer.LEASED, State.LEASED, null));
  }

  @Test
  void longestWait_ofLeftOverItems_countsFromTheFirstItemAsBefore() {
    MergeOptions options = MergeOptions.MOVE.longestWait(Duration.ofSeconds(10));
    put(item("a").merge(options));
    put(item("b").merge(options));
    pass(Duration.ofSeconds(4));
    ack(claimItems(1));

    assertThat(put(item("c").merge(options).delay(MINUTE)).due())
        .isEqualTo(in(Duration.ofSeconds(6)));
  }
}
