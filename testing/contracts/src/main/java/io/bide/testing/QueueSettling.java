package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ack, release, extend, unclaim; by receipt and by id. */
interface QueueSettling extends QueueBench {
  @Test
  default void ack_endsTheMessage() {
    put(ORDERS, "o1");
    Receipt receipt = receiptOfOne(ORDERS);

    SettleResult first = get(queue().ack(receipt));
    SettleResult second = get(queue().ack(receipt));

    assertThat(first).isEqualTo(SettleResult.ok(State.DONE, null));
    assertThat(second).isEqualTo(SettleResult.refused(Answer.ENDED, State.DONE));
    advance(Duration.ofMinutes(1));
    assertNothingDue(ORDERS);
  }

  @Test
  default void ack_withAReceiptThatWentOverTheWire_works() {
    put(ORDERS, "o1");
    Receipt receipt = Receipt.parse(receiptOfOne(ORDERS).encode());

    assertThat(get(queue().ack(receipt)).ok()).isTrue();
  }

  @Test
  default void settle_withAnOldReceipt_changesNothing() {
    put(ORDERS, "o1");
    Receipt old = receiptOfOne(ORDERS);
    advance(Duration.ofSeconds(30));
    Receipt current = receiptOfOne(ORDERS);

    assertThat(get(queue().ack(old))).isEqualTo(SettleResult.refused(Answer.STALE, State.LEASED));
    assertThat(get(queue().extend(old, Duration.ofSeconds(1))).answer()).isEqualTo(Answer.STALE);
    assertThat(get(queue().ack(current)).ok()).isTrue();
  }

  @Test
  default void release_withoutADueTime_followsTheBackoff() {
    put(ORDERS, "o1");

    SettleResult released = get(queue().release(receiptOfOne(ORDERS)));

    assertThat(released.state()).isEqualTo(State.WAITING);
    assertThat(released.next()).isEqualTo(clock().instant().plusSeconds(1));
    advance(Duration.ofMillis(999));
    assertNothingDue(ORDERS);
    advance(MILLI);
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(2);
  }

  @Test
  default void release_withADueTime_waitsForIt() {
    put(ORDERS, "o1");

    get(queue().release(receiptOfOne(ORDERS), Due.after(Duration.ofMillis(70))));

    advance(Duration.ofMillis(69));
    assertNothingDue(ORDERS);
    advance(MILLI);
    claimOne(ORDERS);
  }

  @Test
  default void extend_prolongsTheLease() {
    put(ORDERS, "o1");
    Receipt receipt = receiptOfOne(ORDERS);
    advance(Duration.ofSeconds(29));

    SettleResult extended = get(queue().extend(receipt, Duration.ofSeconds(40)));

    assertThat(extended.next()).isEqualTo(clock().instant().plusSeconds(40));
    advance(Duration.ofMillis(39_999));
    assertNothingDue(ORDERS);
    advance(MILLI);
    claimOne(ORDERS);
  }

  @Test
  default void settle_ofManyKinds_answersInTheirOrder() {
    put(ORDERS, "o1");
    put(ORDERS, "o2");
    List<Delivery> two = claim(Claim.from(ORDERS).max(2)).deliveries();
    Receipt unknown = new Receipt(MAILS, 0, "never", 77);

    List<SettleResult> results = get(queue()
        .settle(List.of(
            new Settle.Release(two.get(1).requireReceipt(), Due.now()),
            new Settle.Ack(unknown),
            new Settle.Ack(two.get(0).requireReceipt()))));

    assertThat(results)
        .extracting(SettleResult::answer)
        .containsExactly(Answer.OK, Answer.UNKNOWN, Answer.OK);
    assertThat(results)
        .extracting(SettleResult::state)
        .containsExactly(State.READY, null, State.DONE);
    assertThat(get(queue().settle(List.<Settle>of()))).isEmpty();
  }

  @Test
  default void settle_byId_actsOnlyInTheStatesNamed() {
    put(ORDERS, "o1", Duration.ofSeconds(1));

    assertThat(get(queue().ack(Target.id(ORDERS, "o1", State.LEASED))))
        .isEqualTo(SettleResult.refused(Answer.WRONG_STATE, State.WAITING));
    assertThat(get(queue().ack(Target.id(ORDERS, "o1", State.WAITING, State.READY)))
            .state())
        .isEqualTo(State.DONE);
    assertThat(get(queue().ack(Target.id(ORDERS, "never", State.READY))).answer())
        .isEqualTo(Answer.UNKNOWN);
  }

  @Test
  default void unclaim_isAsIfItHadNotBeenClaimed() {
    put(ORDERS, "o1");
    Claimed claimed = claim(Claim.from(ORDERS));

    get(queue().unclaim(claimed.deliveries()));

    assertThat(get(queue().ack(claimed.deliveries().get(0).requireReceipt())).answer())
        .isEqualTo(Answer.STALE);
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(1);
  }

  @Test
  default void unclaim_untilLater_isAsIfItHadNotBeenClaimedAndDueThen() {
    put(ORDERS, "o1");

    SettleResult result = get(
        queue().settle(new Settle.Unclaim(receiptOfOne(ORDERS), Due.after(Duration.ofMinutes(1)))));

    assertThat(result.state()).isEqualTo(State.WAITING);
    assertThat(peek(ORDERS, "o1").attempts()).isZero();
    advance(Duration.ofMinutes(1));
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(1);
  }

  @Test
  default void release_asTheLastAttempt_isDead() {
    put(ORDERS, "o1");

    assertThat(get(queue().settle(Settle.Release.last(receiptOfOne(ORDERS)))).state())
        .isEqualTo(State.DEAD);
  }

  @Test
  default void unclaim_atMostOnce_storesTheMessageAnew() {
    atMostOnce();
    put(Put.to(ORDERS).id("o1").body("b").ttl(Duration.ofHours(1)).maxAttempts(3));
    Claimed claimed = claim(Claim.from(ORDERS));
    assertThat(claimed.deliveries().get(0).receipt()).isNull();
    assertThat(state(ORDERS, "o1")).isEqualTo(State.DONE);

    get(queue().unclaim(claimed.deliveries()));

    Message again = claimOne(ORDERS).message();
    assertThat(again.id()).isEqualTo("o1");
    assertThat(again.body().asText()).isEqualTo("b");
    assertThat(again.ttl()).isEqualTo(Duration.ofHours(1));
    assertThat(again.maxAttempts()).isEqualTo(3);
  }

  @Test
  default void unclaim_atMostOnceOfAMergedMessage_keepsAllItems() {
    atMostOnce();
    for (String item : List.of("a", "b", "c")) {
      put(Put.to(ORDERS).id("user-1").body(item).merge(MergeOptions.KEEP.raw(true)));
    }
    Claimed two = claim(Claim.from(ORDERS).maxItems(2));

    get(queue().unclaim(two.deliveries()));

    Message all = claimOne(ORDERS).message();
    assertThat(all.items()).extracting(Body::asText).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(all.merged()).isTrue();
    assertThat(all.raw()).isTrue();
  }

  @Test
  default void unclaim_ofNothing_isNothing() {
    get(queue().unclaim(List.of()));
  }

  private void atMostOnce() {
    get(queue()
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build()));
  }
}
