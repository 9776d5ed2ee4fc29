package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Cause;
import io.bide.Due;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settling by id, in the states that are named. */
abstract class ByIdCases extends Cases {
  private static final SettleResult DONE = SettleResult.ok(State.DONE, null);

  ByIdCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private SettleResult ack(State... states) {
    return settle(new Settle.Ack(byId(states)));
  }

  private SettleResult release(@Nullable Due due, State... states) {
    return settle(new Settle.Release(byId(states), due));
  }

  private static SettleResult wrong(State state) {
    return SettleResult.refused(Answer.WRONG_STATE, state);
  }

  private static SettleResult ended(State state) {
    return SettleResult.refused(Answer.ENDED, state);
  }

  @Test
  void settle_ofUnknownId_isUnknown() {
    SettleResult unknown = SettleResult.refused(Answer.UNKNOWN, null);

    assertThat(ack(State.values())).isEqualTo(unknown);
    assertThat(release(Due.now(), State.LEASED)).isEqualTo(unknown);
    putAll("other");
    assertThat(ack(State.values())).isEqualTo(unknown);
  }

  @Test
  void ack_inANamedState_endsTheMessage() {
    put(message().delay(MINUTE));
    assertThat(ack(State.WAITING)).isEqualTo(DONE);
    put(message());
    assertThat(ack(State.READY, State.DEAD)).isEqualTo(DONE);
    put(message());
    claim();
    assertThat(ack(State.LEASED)).isEqualTo(DONE);
    assertThat(idsIn(State.DONE)).hasSize(3);
  }

  @Test
  void ack_inAStateNotNamed_answersItAndChangesNothing() {
    put(message());

    assertThat(ack(State.LEASED, State.DEAD)).isEqualTo(wrong(State.READY));
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void ack_ofDead_ifNamed_makesItDone() {
    die();
    pass(SECOND);

    assertThat(ack(State.DEAD)).isEqualTo(DONE);

    assertThat(peek().state()).isEqualTo(State.DONE);
    assertThat(peek().cause()).isEqualTo(Cause.ACKED);
    assertThat(peek().ended()).isEqualTo(now());
    assertThat(peek().items()).isEmpty();
    pass(TopicSettings.DEFAULT_RETENTION);
    assertThat(isKnown()).isFalse();
  }

  @Test
  void ack_ofDead_keepsItsBodyWhereTheTopicSaysSo() {
    configure(settings -> settings.keepBodies(true));
    die();

    ack(State.DEAD);

    assertThat(peek().body().asText()).isEqualTo(ID);
  }

  @Test
  void ack_ofEnded_ifNotNamed_answersEnded() {
    die();

    assertThat(ack(State.LEASED, State.DONE)).isEqualTo(ended(State.DEAD));
    assertThat(state()).isEqualTo(State.DEAD);
  }

  @Test
  void ack_ofDone_staysAsItIs() {
    put(message());
    ack(State.READY);
    var before = peek();
    pass(SECOND);

    assertThat(ack(State.DONE)).isEqualTo(DONE);
    assertThat(peek()).isEqualTo(before);
    assertThat(ack(State.LEASED)).isEqualTo(ended(State.DONE));
  }

  @Test
  void ack_actsOnTheNewestEndedMessage() {
    die();
    put(message());
    cancel(WhenLeased.REFUSE);

    assertThat(ack(State.DEAD)).isEqualTo(ended(State.CANCELLED));
    assertThat(ack(State.CANCELLED)).isEqualTo(DONE);
    assertThat(idsIn(State.DEAD)).containsExactly(ID);
  }

  @Test
  void ack_ofTheLiveMessage_leavesEndedOnesAlone() {
    die();
    put(message());

    assertThat(ack(State.DEAD)).isEqualTo(wrong(State.READY));
    assertThat(ack(State.READY, State.DEAD)).isEqualTo(DONE);
    assertThat(idsIn(State.DEAD)).containsExactly(ID);
  }

  @Test
  void ack_ofLeasedBatch_endsWhatWasHandedOut() {
    put(item("a"));
    put(item("b"));
    claimItems(1);

    assertThat(ack(State.LEASED)).isEqualTo(DONE);
    assertThat(texts(peek())).containsExactly("b");
  }

  @Test
  void ack_ofBatchThatIsNotLeased_endsAllOfIt() {
    put(item("a"));
    put(item("b"));
    claimItems(1);
    pass(LEASE);

    assertThat(ack(State.READY)).isEqualTo(DONE);
    assertThat(peek().state()).isEqualTo(State.DONE);
    assertThat(peek().itemCount()).isEqualTo(2);
  }

  @Test
  void release_ofLeased_actsLikeAReceiptAndVoidsIt() {
    put(message());
    var delivery = claim();

    assertThat(release(Due.after(SECOND), State.LEASED))
        .isEqualTo(SettleResult.ok(State.WAITING, in(SECOND)));
    assertThat(ack(delivery).answer()).isEqualTo(Answer.STALE);
  }

  @Test
  void release_ofWaitingOrReady_movesItAndKeepsItsDueTime() {
    put(message().delay(MINUTE));

    assertThat(release(Due.after(SECOND), State.WAITING))
        .isEqualTo(SettleResult.ok(State.WAITING, in(SECOND)));
    assertThat(peek().due()).isEqualTo(in(MINUTE));
    assertThat(peek().next()).isEqualTo(in(SECOND));

    pass(SECOND);
    assertThat(release(Due.after(MINUTE), State.READY).state()).isEqualTo(State.WAITING);
  }

  @Test
  void release_withoutDueTime_ofOneNeverClaimed_takesTheFirstBackoff() {
    put(message());

    assertThat(release(null, State.READY)).isEqualTo(SettleResult.ok(State.WAITING, in(SECOND)));
  }

  @Test
  void release_inAStateNotNamed_changesNothing() {
    put(message());

    assertThat(release(Due.after(SECOND), State.LEASED)).isEqualTo(wrong(State.READY));
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void release_extendAndUnclaim_ofEnded_answerEnded() {
    die();

    assertThat(release(Due.now(), State.LEASED)).isEqualTo(ended(State.DEAD));
    assertThat(settle(new Settle.Extend(byId(State.LEASED), SECOND))).isEqualTo(ended(State.DEAD));
    assertThat(settle(new Settle.Unclaim(byId(State.LEASED)))).isEqualTo(ended(State.DEAD));
  }

  @Test
  void extend_ofLeased_movesTheEndOfTheLease() {
    put(message());
    claim();

    assertThat(settle(new Settle.Extend(byId(State.LEASED), MINUTE)))
        .isEqualTo(SettleResult.ok(State.LEASED, in(MINUTE)));
    pass(LEASE);
    assertThat(state()).isEqualTo(State.LEASED);
  }

  @Test
  void extendAndUnclaim_afterLeaseEnded_areInTheWrongState() {
    put(message());
    claim();
    pass(LEASE);

    assertThat(settle(new Settle.Extend(byId(State.LEASED), MINUTE))).isEqualTo(wrong(State.READY));
    assertThat(settle(new Settle.Unclaim(byId(State.LEASED)))).isEqualTo(wrong(State.READY));
    assertThat(peek().attempts()).isEqualTo(1);
  }

  @Test
  void unclaim_ofLeased_takesTheAttemptBack() {
    put(message());
    claim();
    pass(Duration.ofMillis(10));

    assertThat(settle(new Settle.Unclaim(byId(State.LEASED))).state()).isEqualTo(State.READY);
    assertThat(peek().attempts()).isZero();
  }
}
