package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Cancel, reschedule, peek and erase. */
abstract class IdCases extends Cases {
  IdCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private static CancelResult cancelled(CancelResult.Answer answer, State state) {
    return new CancelResult(answer, state, 0);
  }

  @Test
  void cancel_ofWaitingAndReady_endsIt() {
    put(message().delay(SECOND));
    pass(Duration.ofMillis(10));

    assertThat(cancel(WhenLeased.REFUSE))
        .isEqualTo(cancelled(CancelResult.Answer.CANCELLED, State.CANCELLED));

    assertThat(peek().state()).isEqualTo(State.CANCELLED);
    assertThat(peek().cause()).isEqualTo(Cause.CANCELLED);
    assertThat(peek().ended()).isEqualTo(now());
    pass(SECOND);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void cancel_ofLeased_withRefuse_answersLeasedAndChangesNothing() {
    put(message());
    Delivery delivery = claim();

    assertThat(cancel(WhenLeased.REFUSE))
        .isEqualTo(cancelled(CancelResult.Answer.LEASED, State.LEASED));
    assertThat(ack(delivery).ok()).isTrue();
  }

  @Test
  void cancel_ofLeased_withVoid_endsItAndVoidsTheReceipt() {
    put(message());
    Delivery delivery = claim();

    assertThat(cancel(WhenLeased.VOID))
        .isEqualTo(cancelled(CancelResult.Answer.CANCELLED, State.CANCELLED));
    assertThat(ack(delivery).ok()).isFalse();
    pass(LEASE);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void cancel_afterLeaseEnded_endsIt() {
    put(message());
    claim();
    pass(LEASE);

    assertThat(cancel(WhenLeased.REFUSE).answer()).isEqualTo(CancelResult.Answer.CANCELLED);
  }

  @Test
  void cancel_ofEnded_answersItsState() {
    die();

    assertThat(cancel(WhenLeased.VOID)).isEqualTo(cancelled(CancelResult.Answer.ENDED, State.DEAD));
  }

  @Test
  void cancelAndReschedule_ofUnknownId_areUnknown() {
    assertThat(cancel(WhenLeased.VOID))
        .isEqualTo(new CancelResult(CancelResult.Answer.UNKNOWN, null, 0));
    assertThat(reschedule(Due.now()))
        .isEqualTo(new RescheduleResult(RescheduleResult.Answer.UNKNOWN, null, null));
    assertThat(topics()).isEmpty();
  }

  @Test
  void reschedule_movesTheDueTimeBothWays() {
    put(message().delay(MINUTE));

    assertThat(reschedule(Due.after(SECOND)))
        .isEqualTo(
            new RescheduleResult(RescheduleResult.Answer.RESCHEDULED, State.WAITING, in(SECOND)));
    assertThat(peek().due()).isEqualTo(in(SECOND));
    assertThat(peek().next()).isEqualTo(in(SECOND));

    pass(SECOND);
    assertThat(reschedule(Due.at(in(MINUTE))).state()).isEqualTo(State.WAITING);
    assertThat(claim(1)).isEmpty();
    assertThat(reschedule(Due.now()).state()).isEqualTo(State.READY);
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void reschedule_ofLeased_answersLeasedAndChangesNothing() {
    put(message());
    Delivery delivery = claim();

    assertThat(reschedule(Due.after(MINUTE)))
        .isEqualTo(new RescheduleResult(RescheduleResult.Answer.LEASED, State.LEASED, null));
    assertThat(peek()).isEqualTo(delivery.message());
  }

  @Test
  void reschedule_afterLeaseEnded_takesItOutOfTheEndedLeases() {
    put(message());
    claim();
    pass(LEASE);

    reschedule(Due.after(MINUTE));

    assertThat(claim(1)).isEmpty();
    assertThat(peek().attempts()).isEqualTo(1);
    pass(MINUTE);
    assertThat(claim().message().attempts()).isEqualTo(2);
  }

  @Test
  void reschedule_ofEnded_answersItsState() {
    die();

    assertThat(reschedule(Due.now()))
        .isEqualTo(new RescheduleResult(RescheduleResult.Answer.ENDED, State.DEAD, null));
  }

  @Test
  void peek_showsTheLiveMessage_elseTheNewestEndedOne() {
    assertThat(isKnown()).isFalse();
    put(message().body("first"));
    ack(claim());
    put(message().body("second"));
    assertThat(peek().body().asText()).isEqualTo("second");
    assertThat(state()).isEqualTo(State.READY);

    cancel(WhenLeased.REFUSE);

    assertThat(state()).isEqualTo(State.CANCELLED);
  }

  @Test
  void peek_changesNothing() {
    put(message());
    assertThat(peek()).isEqualTo(peek());
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void erase_removesEveryTraceOfTheId() {
    die();
    put(message());
    cancel(WhenLeased.REFUSE);
    put(message());
    Delivery delivery = claim();
    putAll("other");

    assertThat(Await.value(store.erase(TOPIC, ID))).contains(State.LEASED);

    assertThat(isKnown()).isFalse();
    assertThat(idsIn(State.DEAD)).isEmpty();
    assertThat(idsIn(State.CANCELLED)).isEmpty();
    assertThat(ack(delivery).answer()).isEqualTo(SettleResult.Answer.UNKNOWN);
    assertThat(ids(claim(ALL))).containsExactly("other");
  }

  @Test
  void erase_answersTheStatePeekWouldHaveShown() {
    assertThat(Await.value(store.erase(TOPIC, ID))).isEmpty();
    die();
    assertThat(Await.value(store.erase(TOPIC, ID))).contains(State.DEAD);
    assertThat(Await.value(store.erase(TOPIC, ID))).isEmpty();
  }
}
