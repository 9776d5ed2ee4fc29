package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Cause;
import io.bide.Delivery;
import io.bide.DeliveryMode;
import io.bide.MergeOptions;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.testing.StoreFixture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics in which the claim ends the message. */
abstract class AtMostOnceCases extends Cases {
  AtMostOnceCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @BeforeEach
  void handOutAtMostOnce() {
    configure(settings -> settings.delivery(DeliveryMode.AT_MOST_ONCE));
  }

  @Test
  void claim_endsTheMessageAsDone() {
    put(message().body("body"));

    Delivery delivery = claim();

    assertThat(delivery.receipt()).isNull();
    assertThat(delivery.message().state()).isEqualTo(State.DONE);
    assertThat(delivery.message().cause()).isEqualTo(Cause.ACKED);
    assertThat(delivery.message().ended()).isEqualTo(now());
    assertThat(delivery.message().attempts()).isEqualTo(1);
    assertThat(delivery.message().next()).isNull();
    assertThat(texts(delivery)).containsExactly("body");
    assertThat(state()).isEqualTo(State.DONE);
    assertThat(peek().items()).isEmpty();
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void claim_byId_endsTheMessageToo() {
    put(message());

    assertThat(claim(onlyId(ID))).hasSize(1);
    assertThat(state()).isEqualTo(State.DONE);
  }

  @Test
  void claim_ofABatch_letsItsOtherItemsGoOnAsAfterAnAck() {
    put(item("a"));
    put(item("b"));
    put(item("c"));

    Delivery delivery = claimItems(2);

    assertThat(texts(delivery)).containsExactly("a", "b");
    assertThat(delivery.message().itemCount()).isEqualTo(2);
    assertThat(peek().attempts()).isZero();
    assertThat(texts(claim())).containsExactly("c");
  }

  @Test
  void claim_ofManyMessages_takesWhatGoesOnOnlyAtTheNextCall() {
    put(item("a").merge(MergeOptions.KEEP.itemsPerClaim(1)));
    put(item("b"));

    var grants = ask(upTo(5), upTo(5)).grants();

    assertThat(grants.get(0).deliveries()).hasSize(1);
    assertThat(grants.get(1).deliveries()).isEmpty();
    assertThat(texts(claim())).containsExactly("b");
  }

  @Test
  void claim_ofAMessageLeasedBefore_makesTheOldReceiptStale() {
    configure(settings -> settings);
    put(message());
    Delivery old = claim();
    pass(LEASE);
    handOutAtMostOnce();
    claim();

    assertThat(ack(old).answer()).isEqualTo(Answer.STALE);
    assertThat(ack(old).state()).isEqualTo(State.DONE);
  }

  @Test
  void lease_thatRunsWhenTheModeChanges_goesOn() {
    configure(settings -> settings);
    put(message());
    Delivery delivery = claim();
    handOutAtMostOnce();

    assertThat(state()).isEqualTo(State.LEASED);
    assertThat(ack(delivery).ok()).isTrue();
  }
}
