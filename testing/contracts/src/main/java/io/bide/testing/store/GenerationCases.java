package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Merging into a leased message: left-over items and the next generation. */
abstract class GenerationCases extends Cases {
  GenerationCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private static Put.Builder moving(String body) {
    return item(body).merge(MergeOptions.MOVE);
  }

  private Message done() {
    return browse(State.DONE).get(0);
  }

  @Test
  void merge_duringALease_isNotHandedOutWithIt() {
    configure(settings -> settings.keepBodies(true));
    put(item("a"));
    Delivery delivery = claim();
    var second = put(item("b").delay(MINUTE));

    assertThat(second.due()).isEqualTo(in(MINUTE));
    assertThat(second.items()).isEqualTo(2);
    assertThat(peek().state()).isEqualTo(State.LEASED);
    assertThat(peek().itemCount()).isEqualTo(2);

    ack(delivery);
    assertThat(texts(done())).containsExactly("a");
    assertThat(texts(peek())).containsExactly("b");
    assertThat(peek().state()).isEqualTo(State.WAITING);
    assertThat(peek().due()).isEqualTo(second.due());
  }

  @Test
  void ack_startsTheNextGenerationAnew() {
    put(item("a").ttl(Duration.ofHours(1)).attributes(Map.of("k", "1")).maxAttempts(3));
    release(claim(), Due.now());
    Delivery second = claim();
    put(item("b").delay(MINUTE));
    pass(SECOND);

    ack(second);

    Message rest = peek();
    assertThat(rest.attempts()).isZero();
    assertThat(rest.maxAttempts()).isEqualTo(3);
    assertThat(rest.claimed()).isNull();
    assertThat(rest.created()).isEqualTo(now());
    assertThat(rest.due()).isEqualTo(in(MINUTE.minus(SECOND)));
    assertThat(rest.expiry()).isEqualTo(rest.due().plus(Duration.ofHours(1)));
    assertThat(rest.attributes()).isEqualTo(Map.of("k", "1"));
    assertThat(rest.merged()).isTrue();
  }

  @Test
  void merge_duringALease_withKeep_leavesTheFirstDueTimeOfTheGeneration() {
    put(item("a"));
    Delivery delivery = claim();
    put(moving("b").delay(SECOND));

    assertThat(put(item("c").delay(MINUTE)).due()).isEqualTo(in(SECOND));

    ack(delivery);
    assertThat(peek().due()).isEqualTo(in(SECOND));
  }

  @Test
  void merge_duringALease_withMove_replacesTheDueTimeOfTheGeneration() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(SECOND));

    assertThat(put(moving("c").delay(MINUTE)).due()).isEqualTo(in(MINUTE));

    ack(delivery);
    assertThat(peek().due()).isEqualTo(in(MINUTE));
  }

  @Test
  void merge_duringALease_withLongestWait_countsFromTheFirstItemOfTheGeneration() {
    MergeOptions options = MergeOptions.MOVE.longestWait(Duration.ofSeconds(10));
    put(item("a").merge(options));
    pass(Duration.ofSeconds(8));
    claim();
    put(item("b").merge(options).delay(SECOND));
    pass(Duration.ofSeconds(4));

    assertThat(put(item("c").merge(options).delay(MINUTE)).due())
        .isEqualTo(in(Duration.ofSeconds(6)));
  }

  @Test
  void merge_afterTheNextGenerationWentOn_countsTheLongestWaitFromItsFirstItem() {
    MergeOptions options = MergeOptions.MOVE.longestWait(Duration.ofSeconds(10));
    put(item("a").merge(options));
    Delivery delivery = claim();
    pass(Duration.ofSeconds(5));
    put(item("b").merge(options).delay(SECOND));
    ack(delivery);

    assertThat(put(item("c").merge(options).delay(MINUTE)).due())
        .isEqualTo(in(Duration.ofSeconds(10)));
  }

  @Test
  void merge_duringALease_toTheFront_isDueNow() {
    put(item("a"));
    Delivery delivery = claim();
    assertThat(put(item("b").due(Due.front())).due()).isEqualTo(now());
    put(message("0").due(Due.front()));

    ack(delivery);

    assertThat(ids(claim(ALL))).containsExactly("0", ID);
  }

  @Test
  void merge_intoALeasedPlainMessage_leavesItsBodyToTheLease() {
    put(message().body("plain"));
    Delivery delivery = claim();
    put(item("b"));

    ack(delivery);

    assertThat(texts(peek())).containsExactly("b");
    assertThat(done().merged()).isTrue();
  }

  @Test
  void claim_handsOutAtMostWhatTheClaimAllows_theRestIsReadyAfterAck() {
    put(item("a"));
    put(item("b"));
    put(item("c"));
    Delivery delivery = claimItems(2);
    assertThat(texts(delivery)).containsExactly("a", "b");
    assertThat(delivery.message().itemCount()).isEqualTo(3);
    pass(SECOND);

    ack(delivery);

    assertThat(peek().due()).isEqualTo(now());
    assertThat(texts(claim())).containsExactly("c");
    assertThat(done().itemCount()).isEqualTo(2);
  }

  @Test
  void ack_withLeftOverItemsAndANextGeneration_isReadyNowWithBoth() {
    put(item("a"));
    put(item("b"));
    Delivery delivery = claimItems(1);
    put(item("c").delay(MINUTE));

    ack(delivery);

    assertThat(texts(claim())).containsExactly("b", "c");
  }

  @Test
  void ack_afterLeaseEnded_leavesTheJoinedItemsReadyNow() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(MINUTE));
    pass(LEASE);

    ack(delivery);

    assertThat(peek().due()).isEqualTo(now());
    assertThat(texts(claim())).containsExactly("b");
  }

  @Test
  void ack_afterLeaseEndedAndReschedule_leavesTheRestWhereItStood() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b"));
    pass(LEASE);
    Instant moved = in(MINUTE);
    reschedule(Due.after(MINUTE));
    pass(SECOND);

    ack(delivery);

    assertThat(peek().due()).isEqualTo(moved);
  }

  @Test
  void release_joinsTheGenerationsAndDropsTheNextDueTime() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(MINUTE));

    release(delivery, Due.after(SECOND));

    assertThat(peek().next()).isEqualTo(in(SECOND));
    pass(SECOND);
    assertThat(texts(claim())).containsExactly("a", "b");
  }

  @Test
  void unclaim_joinsTheGenerations() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(MINUTE));

    unclaim(delivery);

    assertThat(texts(claim())).containsExactly("a", "b");
  }

  @Test
  void leaseEnd_joinsTheGenerations() {
    put(item("a"));
    claim();
    put(item("b").delay(MINUTE));
    pass(LEASE);

    assertThat(texts(claim())).containsExactly("a", "b");
  }

  @Test
  void extend_afterLeaseEnded_separatesTheGenerationsAgain_dueNow() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b").delay(MINUTE));
    pass(LEASE);
    Instant revived = now();
    extend(delivery, MINUTE);
    pass(SECOND);

    ack(delivery);

    assertThat(texts(peek())).containsExactly("b");
    assertThat(peek().due()).isEqualTo(revived);
  }

  @Test
  void extend_afterLeaseEndedAndMove_keepsWhereItStood() {
    put(item("a"));
    Delivery delivery = claim();
    pass(LEASE);
    Instant moved = put(item("b").delay(MINUTE)).due();
    extend(delivery, SECOND);

    ack(delivery);

    assertThat(peek().due()).isEqualTo(moved);
  }

  @Test
  void extend_ofARunningLease_leavesTheNextGenerationAlone() {
    put(item("a"));
    Delivery delivery = claim();
    Instant due = put(item("b").delay(MINUTE)).due();
    extend(delivery, SECOND);

    ack(delivery);

    assertThat(peek().due()).isEqualTo(due);
  }

  @Test
  void claim_ofFewerItemsThanBefore_letsTheOthersGoOnAfterAck() {
    put(item("a"));
    put(item("b"));
    claim();
    pass(LEASE);

    ack(claimItems(1));

    assertThat(texts(peek())).containsExactly("b");
    assertThat(peek().attempts()).isZero();
  }

  @Test
  void ack_withTheReceiptOfTheAckedPart_answersEndedAndLeavesTheRestAlone() {
    put(item("a"));
    Delivery delivery = claim();
    put(item("b"));
    ack(delivery);

    assertThat(ack(delivery).answer()).isEqualTo(SettleResult.Answer.ENDED);
    assertThat(texts(peek())).containsExactly("b");
  }
}
