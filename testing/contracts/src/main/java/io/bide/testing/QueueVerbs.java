package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.PutResult.How;
import io.bide.RescheduleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Put, claim, cancel, reschedule, peek, erase. */
interface QueueVerbs extends QueueBench {
  @Test
  default void put_withoutDelay_isHandedOutAtOnceAsItCame() {
    Body body = Body.of(new byte[] {0, -1, 10}, "application/x-thing");
    put(Put.to(ORDERS).id("o1").body(body).attributes(Map.of("type", "new", "trace", "t-1")));

    Delivery delivery = claimOne(ORDERS);

    Message message = delivery.message();
    assertThat(message.topic()).isEqualTo(ORDERS);
    assertThat(message.id()).isEqualTo("o1");
    assertThat(message.items()).containsExactly(body);
    assertThat(message.attributes()).isEqualTo(Map.of("type", "new", "trace", "t-1"));
    assertThat(message.state()).isEqualTo(State.LEASED);
    assertThat(message.attempts()).isEqualTo(1);
    assertThat(delivery.requireReceipt().id()).isEqualTo("o1");
  }

  @Test
  default void put_withDelay_isNotHandedOutAMillisecondEarly() {
    PutResult.Stored stored = put(ORDERS, "o1", Duration.ofSeconds(5));
    assertThat(stored.due()).isEqualTo(clock().instant().plusSeconds(5));

    advance(Duration.ofMillis(4_999));
    assertNothingDue(ORDERS);
    advance(MILLI);
    assertThat(ids(claim(Claim.from(ORDERS)))).containsExactly("o1");
  }

  @Test
  default void put_withATime_isHandedOutThen() {
    put(Put.to(ORDERS).id("o1").due(Due.at(clock().instant().plusMillis(1_500))));

    advance(Duration.ofMillis(1_499));
    assertNothingDue(ORDERS);
    advance(MILLI);
    assertThat(ids(claim(Claim.from(ORDERS)))).containsExactly("o1");
  }

  @Test
  default void put_withoutIds_namesThemInTheOrderOfTime() {
    List<Put> puts = IntStream.range(0, 50)
        .mapToObj(i -> Put.to(ORDERS).body("b" + i).build())
        .toList();
    List<String> generated = get(queue().put(puts)).stream()
        .map(result -> result.requireStored().id())
        .toList();
    advance(MILLI);
    String later = put(Put.to(ORDERS)).id();

    assertThat(generated).doesNotHaveDuplicates().isSorted();
    assertThat(later).isGreaterThan(generated.get(49));
  }

  @Test
  default void put_repeatedWithItsToken_givesTheFirstAnswerAgain() {
    Put put = Put.to(ORDERS).body("once").token("t-1").build();
    PutResult first = get(queue().put(put));
    advance(Duration.ofSeconds(1));

    assertThat(get(queue().put(put))).isEqualTo(first);
    assertThat(first.requireStored().id()).isNotEmpty();
    assertThat(claim(Claim.from(ORDERS).max(10)).deliveries()).hasSize(1);
  }

  @Test
  default void put_withAKnownTokenAndOtherContent_isRefused() {
    put(Put.to(ORDERS).body("one").token("t-1"));

    PutResult second = get(queue().put(Put.to(ORDERS).body("two").token("t-1").build()));

    assertThat(second)
        .isInstanceOfSatisfying(
            PutResult.Failed.class,
            failed -> assertThat(failed.error().code()).isEqualTo(ErrorCode.TOKEN_MISMATCH));
  }

  @Test
  default void put_repeatedWithItsTokenInAnotherTrace_givesTheFirstAnswerAgain() {
    Put.Builder put = Put.to(ORDERS).body("once").token("t-1");
    PutResult first = get(queue()
        .put(put.attributes(Map.of("kind", "a", "traceparent", "00-1-1-01")).build()));

    PutResult again = get(queue()
        .put(put.attributes(Map.of("kind", "a", "traceparent", "00-2-2-01")).build()));
    PutResult other = get(queue().put(put.attributes(Map.of("kind", "b")).build()));

    assertThat(again).isEqualTo(first);
    assertThat(other).isInstanceOf(PutResult.Failed.class);
  }

  @Test
  default void put_ofALiveId_answersTheStoredMessage() {
    put(ORDERS, "o1", Duration.ofSeconds(5));

    PutResult second = get(queue().put(Put.to(ORDERS).id("o1").body("other").build()));

    assertThat(second).isInstanceOfSatisfying(PutResult.Duplicate.class, duplicate -> {
      assertThat(duplicate.existing().id()).isEqualTo("o1");
      assertThat(duplicate.existing().state()).isEqualTo(State.WAITING);
      assertThat(duplicate.existing().body().asText()).isEqualTo("o1");
    });
  }

  @Test
  default void put_withReplace_takesTheOldOnesPlace() {
    put(ORDERS, "o1", Duration.ofSeconds(5));

    PutResult.Stored second = put(Put.to(ORDERS).id("o1").body("new").mode(PutMode.REPLACE));

    assertThat(second.how()).isEqualTo(How.REPLACED);
    assertThat(claimOne(ORDERS).message().body().asText()).isEqualTo("new");
  }

  @Test
  default void put_withMerge_isHandedOutTogether() {
    put(Put.to(ORDERS)
        .id("user-1")
        .body("a")
        .delay(Duration.ofSeconds(2))
        .merge(MergeOptions.KEEP));
    PutResult.Stored second = put(Put.to(ORDERS)
        .id("user-1")
        .body("b")
        .delay(Duration.ofSeconds(9))
        .merge(MergeOptions.KEEP));
    assertThat(second.how()).isEqualTo(How.MERGED);
    assertThat(second.items()).isEqualTo(2);

    advance(Duration.ofSeconds(2));
    Message message = claimOne(ORDERS).message();
    assertThat(message.items()).extracting(Body::asText).containsExactly("a", "b");
    assertThat(message.merged()).isTrue();
  }

  @Test
  default void put_ofManyKinds_answersInTheirOrder() {
    put(ORDERS, "known", Duration.ofSeconds(1));

    List<PutResult> results = get(queue()
        .put(List.of(
            Put.to(MAILS).id("m1").build(),
            Put.to(ORDERS).id("known").build(),
            Put.to(ORDERS).id("o1").build())));

    assertThat(results.get(0).requireStored().topic()).isEqualTo(MAILS);
    assertThat(results.get(1)).isInstanceOf(PutResult.Duplicate.class);
    assertThat(results.get(2).requireStored().id()).isEqualTo("o1");
  }

  @Test
  default void put_ofNothing_answersNothing() {
    assertThat(get(queue().put(List.of()))).isEmpty();
  }

  @Test
  default void claim_handsOutByDueTimeThenArrivalAndTheFrontFirst() {
    put(ORDERS, "late", Duration.ofMillis(20));
    put(ORDERS, "first", Duration.ofMillis(10));
    put(ORDERS, "second", Duration.ofMillis(10));
    advance(Duration.ofMillis(20));
    put(Put.to(ORDERS).id("front").due(Due.front()));

    assertThat(ids(claim(Claim.from(ORDERS).max(3)))).containsExactly("front", "first", "second");
    assertThat(ids(claim(Claim.from(ORDERS).max(3)))).containsExactly("late");
  }

  @Test
  default void claim_ofSeveralTopics_fillsUpInTheirOrder() {
    put(ORDERS, "o1");
    put(ORDERS, "o2");
    put(MAILS, "m1");
    put(MAILS, "m2");

    assertThat(ids(claim(Claim.from(MAILS, Topic.of("empty"), ORDERS).max(3))))
        .containsExactly("m1", "m2", "o1");
    assertThat(ids(claim(Claim.from(MAILS, ORDERS, MAILS).max(3)))).containsExactly("o2");
  }

  @Test
  default void claim_ofAnId_handsOutThatMessageOnly() {
    put(ORDERS, "o1");
    put(ORDERS, "o2");

    assertThat(ids(claim(Claim.from(ORDERS).id("o2").max(5)))).containsExactly("o2");
    assertThat(ids(claim(Claim.from(ORDERS).id("o2")))).isEmpty();
    assertThat(ids(claim(Claim.from(ORDERS).id("never")))).isEmpty();
  }

  @Test
  default void claim_withALease_isNotHandedOutAgainBeforeItsEnd() {
    put(ORDERS, "o1");
    claim(Claim.from(ORDERS).lease(Duration.ofSeconds(3)));

    advance(Duration.ofMillis(2_999));
    assertNothingDue(ORDERS);
    advance(MILLI);
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(2);
  }

  @Test
  default void claim_ofBodiesOverTheByteLimit_handsOutSomeNowAndTheRestLater() {
    Body large = Body.of(new byte[200 * 1_024]);
    for (int i = 0; i < 30; i++) {
      put(Put.to(ORDERS).body(large));
    }

    int first = claim(Claim.from(ORDERS).max(30)).deliveries().size();
    int second = claim(Claim.from(ORDERS).max(30)).deliveries().size();

    assertThat(first).isBetween(1, 29);
    assertThat(first + second).isEqualTo(30);
  }

  @Test
  default void cancel_tellsTheTrueOutcome() {
    put(ORDERS, "o1", Duration.ofSeconds(5));
    assertThat(get(queue().cancel(ORDERS, "o1")).answer()).isEqualTo(CancelResult.Answer.CANCELLED);
    assertThat(state(ORDERS, "o1")).isEqualTo(State.CANCELLED);
    assertThat(get(queue().cancel(ORDERS, "o1")).answer()).isEqualTo(CancelResult.Answer.ENDED);
    assertThat(get(queue().cancel(ORDERS, "never")).answer())
        .isEqualTo(CancelResult.Answer.UNKNOWN);
    advance(Duration.ofSeconds(5));
    assertNothingDue(ORDERS);
  }

  @Test
  default void cancel_ofALeasedMessage_isRefusedUnlessVoiding() {
    put(ORDERS, "o1");
    var receipt = receiptOfOne(ORDERS);

    assertThat(get(queue().cancel(ORDERS, "o1")).answer()).isEqualTo(CancelResult.Answer.LEASED);
    assertThat(get(queue().cancel(ORDERS, "o1", WhenLeased.VOID)).answer())
        .isEqualTo(CancelResult.Answer.CANCELLED);
    assertThat(get(queue().ack(receipt)).state()).isEqualTo(State.CANCELLED);
  }

  @Test
  default void reschedule_movesTheDueTimeAndTellsTheTrueOutcome() {
    put(ORDERS, "o1", Duration.ofSeconds(5));

    RescheduleResult moved =
        get(queue().reschedule(ORDERS, "o1", Due.after(Duration.ofSeconds(9))));

    assertThat(moved.answer()).isEqualTo(RescheduleResult.Answer.RESCHEDULED);
    assertThat(moved.due()).isEqualTo(clock().instant().plusSeconds(9));
    advance(Duration.ofMillis(8_999));
    assertNothingDue(ORDERS);
    advance(MILLI);
    claimOne(ORDERS);
    assertThat(get(queue().reschedule(ORDERS, "o1", Due.now())).answer())
        .isEqualTo(RescheduleResult.Answer.LEASED);
    assertThat(get(queue().reschedule(ORDERS, "never", Due.now())).answer())
        .isEqualTo(RescheduleResult.Answer.UNKNOWN);
  }

  @Test
  default void peek_showsTheMessageWithoutTakingIt() {
    put(ORDERS, "o1");

    assertThat(peek(ORDERS, "o1").state()).isEqualTo(State.READY);
    assertThat(peek(ORDERS, "o1").body().asText()).isEqualTo("o1");
    assertThat(get(queue().peek(ORDERS, "never"))).isEmpty();
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(1);
  }

  @Test
  default void erase_removesEveryTrace() {
    put(ORDERS, "o1");

    assertThat(get(queue().erase(ORDERS, "o1"))).contains(State.READY);
    assertThat(get(queue().erase(ORDERS, "o1"))).isEmpty();
    assertThat(get(queue().peek(ORDERS, "o1"))).isEmpty();
    assertNothingDue(ORDERS);
  }
}
