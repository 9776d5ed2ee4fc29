package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.CancelResult.Answer;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A worker on merged messages: put under a key, take its items together, finish them or give them back. */
interface QueueMerging extends QueueBench {
  String KEY = "user-7";

  private static Put.Builder item(String body) {
    return Put.to(MAILS).id(KEY).body(body).merge(MergeOptions.KEEP);
  }

  private static Put.Builder item(String body, Duration delay) {
    return item(body).delay(delay);
  }

  private Delivery claimKey() {
    return claimKey(Claim.from(MAILS).id(KEY));
  }

  private Delivery claimKey(Claim claim) {
    List<Delivery> deliveries = claim(claim).deliveries();
    assertThat(deliveries).as("deliveries").hasSize(1);
    return deliveries.get(0);
  }

  private static List<String> items(Delivery delivery) {
    return delivery.message().items().stream().map(Body::asText).toList();
  }

  @Test
  default void merged_isClaimedByItsTopic_withItsItemsInOrder() {
    put(item("a"));
    put(item("b"));
    PutResult.Stored last = put(item("c"));

    assertThat(last.how()).isEqualTo(PutResult.How.MERGED);
    Claimed claimed = claim(Claim.from(MAILS).max(10));
    assertThat(ids(claimed)).containsExactly(KEY);
    assertThat(items(claimed.deliveries().get(0))).containsExactly("a", "b", "c");
  }

  @Test
  default void merged_isClaimedByItsKey_andOtherKeysAreLeft() {
    put(item("a"));
    put(item("x").id("user-8"));
    put(item("b"));

    assertThat(items(claimKey())).containsExactly("a", "b");
    assertThat(ids(claim(Claim.from(MAILS).max(10)))).containsExactly("user-8");
  }

  @Test
  default void merged_withKeep_isDueByItsFirstItem() {
    put(item("a", Duration.ofSeconds(10)));
    put(item("b", Duration.ofSeconds(60)));
    advance(Duration.ofSeconds(10));

    assertThat(items(claimKey())).containsExactly("a", "b");
  }

  @Test
  default void merged_withMove_isDueByItsLastItem_atMostTheLongestWaitAfterItsFirst() {
    MergeOptions move = MergeOptions.MOVE.longestWait(Duration.ofSeconds(15));
    put(item("a", Duration.ofSeconds(10)).merge(move));
    advance(Duration.ofSeconds(8));
    put(item("b", Duration.ofSeconds(10)).merge(move));

    advance(Duration.ofSeconds(7).minus(MILLI));
    assertNothingDue(MAILS);
    advance(MILLI);
    assertThat(items(claimKey())).containsExactly("a", "b");
  }

  @Test
  default void merged_putWhileAClaimWaitsForTheKey_isHandedOut() {
    CompletableFuture<Claimed> waiting = park(Claim.from(MAILS).id(KEY).waiting(LONG));
    put(item("a"));

    assertThat(items(get(waiting).deliveries().get(0))).containsExactly("a");
  }

  @Test
  default void ack_removesWhatWasHandedOut_andLateItemsStay() {
    put(item("a"));
    Delivery first = claimKey();
    put(item("late", Duration.ofSeconds(5)));
    assertThat(get(queue().ack(first.requireReceipt())).ok()).isTrue();

    assertNothingDue(MAILS);
    advance(Duration.ofSeconds(5));
    Delivery next = claimKey();
    assertThat(items(next)).containsExactly("late");
    assertThat(next.message().attempts()).isEqualTo(1);
  }

  @Test
  default void ack_ofSomeItems_leavesTheOthersReadyAtOnce() {
    IntStream.range(0, 5).forEach(i -> put(item("i" + i)));

    Delivery two = claimKey(Claim.from(MAILS).id(KEY).maxItems(2));
    assertThat(items(two)).containsExactly("i0", "i1");
    assertThat(two.message().itemCount()).isEqualTo(5);
    get(queue().ack(two.requireReceipt()));
    assertThat(items(claimKey())).containsExactly("i2", "i3", "i4");
  }

  @Test
  default void release_givesAllBack_andTheNextPutMayMoveIt() {
    put(item("a"));
    Receipt receipt = claimKey().requireReceipt();
    put(item("b"));
    get(queue().release(receipt, Due.after(Duration.ofHours(1))));
    put(item("c", Duration.ofSeconds(5)));

    assertNothingDue(MAILS);
    advance(Duration.ofSeconds(5));
    Delivery again = claimKey();
    assertThat(items(again)).containsExactly("a", "b", "c");
    assertThat(again.message().attempts()).isEqualTo(2);
  }

  @Test
  default void leaseEnd_givesAllBack() {
    put(item("a"));
    claimKey(Claim.from(MAILS).id(KEY).lease(Duration.ofSeconds(5)));
    put(item("b", Duration.ofHours(1)));
    advance(Duration.ofSeconds(5));

    assertThat(items(claimKey())).containsExactly("a", "b");
  }

  @Test
  default void lastAttempt_takesWhatWasHandedOut_andTheOthersGoOn() {
    put(item("a").maxAttempts(1));
    Receipt receipt = claimKey().requireReceipt();
    put(item("b"));

    assertThat(get(queue().release(receipt)).state()).isEqualTo(State.DEAD);
    assertThat(items(claimKey())).containsExactly("b");
  }

  @Test
  default void attributes_areAddedOrReplaced_andGoneWithTheMessage() {
    put(item("a").attributes(Map.of("a", "1", "b", "1")));
    put(item("b").attributes(Map.of("b", "2", "c", "2")));

    Delivery delivery = claimKey();
    assertThat(delivery.message().attributes()).isEqualTo(Map.of("a", "1", "b", "2", "c", "2"));
    get(queue().ack(delivery.requireReceipt()));
    put(item("c"));
    assertThat(claimKey().message().attributes()).isEmpty();
  }

  @Test
  default void token_makesEachItemRepeatable() {
    put(item("a").token("t1"));
    put(item("b").token("t2"));
    put(item("b").token("t2"));

    assertThat(items(claimKey())).containsExactly("a", "b");
  }

  @Test
  default void cancel_whileItIsWorkedOn_removesWhatWasNotHandedOut() {
    put(item("a"));
    Delivery first = claimKey();
    put(item("b"));

    assertThat(get(queue().cancel(MAILS, KEY)).answer()).isEqualTo(Answer.LEASED);
    get(queue().ack(first.requireReceipt()));
    assertThat(state(MAILS, KEY)).isEqualTo(State.DONE);
    assertNothingDue(MAILS);
  }

  @Test
  default void tenThousandItems_areHandedOutInOrderAndInBoundedBatches() {
    for (int batch = 0; batch < 10; batch++) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        puts.add(item(Integer.toString(batch * 1_000 + i)).build());
      }
      get(queue().put(puts)).forEach(PutResult::requireStored);
    }
    List<String> all = new ArrayList<>();
    while (all.size() < 10_000) {
      Delivery delivery = claimKey();
      assertThat(items(delivery)).hasSizeBetween(1, MergeOptions.MAX_ITEMS_PER_CLAIM);
      all.addAll(items(delivery));
      get(queue().ack(delivery.requireReceipt()));
    }
    assertThat(all)
        .isEqualTo(IntStream.range(0, 10_000).mapToObj(Integer::toString).toList());
    assertThat(state(MAILS, KEY)).isEqualTo(State.DONE);
  }
}
