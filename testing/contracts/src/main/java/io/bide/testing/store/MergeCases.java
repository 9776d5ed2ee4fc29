package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.State;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Merging into a message that nobody is working on. */
abstract class MergeCases extends Cases {
  private static final int MOST_ITEMS = 100_000;

  MergeCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private static Put.Builder moving(String body) {
    return item(body).merge(MergeOptions.MOVE);
  }

  @Test
  void merge_addsTheBodyInPutOrder() {
    put(item("a"));
    pass(SECOND);
    PutResult.Stored second = put(item("b"));
    put(item("c"));

    assertThat(second.how()).isEqualTo(PutResult.How.MERGED);
    assertThat(second.items()).isEqualTo(2);
    assertThat(second.created()).isEqualTo(now().minus(SECOND));
    assertThat(texts(claim())).containsExactly("a", "b", "c");
  }

  @Test
  void merge_intoAPlainMessage_takesItsBodyAsTheFirstItem() {
    put(message().body("plain"));

    put(item("b").merge(MergeOptions.KEEP.itemsPerClaim(1).raw(true)));

    assertThat(peek().merged()).isTrue();
    assertThat(peek().raw()).isTrue();
    assertThat(texts(peek())).containsExactly("plain", "b");
    assertThat(texts(claim())).containsExactly("plain");
  }

  @Test
  void merge_keepsTheOptionsOfThePutThatStartedTheMessage() {
    put(item("a")
        .ttl(MINUTE)
        .lease(SECOND)
        .maxAttempts(3)
        .merge(MergeOptions.KEEP.itemsPerClaim(2).raw(true)));

    put(item("b")
        .ttl(SECOND)
        .lease(MINUTE)
        .maxAttempts(7)
        .merge(MergeOptions.KEEP.itemsPerClaim(1)));
    put(item("c"));

    Message message = claim().message();
    assertThat(message.ttl()).isEqualTo(MINUTE);
    assertThat(message.lease()).isEqualTo(SECOND);
    assertThat(message.maxAttempts()).isEqualTo(3);
    assertThat(message.raw()).isTrue();
    assertThat(texts(message)).containsExactly("a", "b");
    assertThat(message.itemCount()).isEqualTo(3);
  }

  @Test
  void merge_addsAndReplacesAttributes() {
    put(item("a").attributes(Map.of("k", "1", "l", "2")));

    put(item("b").attributes(Map.of("l", "3", "m", "4")));

    assertThat(peek().attributes()).isEqualTo(Map.of("k", "1", "l", "3", "m", "4"));
  }

  @Test
  void merge_withKeep_leavesTheDueTime() {
    put(item("a").delay(MINUTE).ttl(SECOND));
    Message before = peek();

    PutResult.Stored second = put(item("b").delay(SECOND));

    assertThat(second.due()).isEqualTo(before.due());
    assertThat(peek().due()).isEqualTo(before.due());
    assertThat(peek().expiry()).isEqualTo(before.expiry());
  }

  @Test
  void merge_withKeep_ignoresTheFront() {
    put(item("a").delay(MINUTE));

    put(item("b").due(Due.front()));

    assertThat(state()).isEqualTo(State.WAITING);
  }

  @Test
  void merge_withMove_movesTheDueTimeAndTheExpiry() {
    put(item("a").delay(SECOND).ttl(MINUTE));
    pass(Duration.ofMillis(500));

    PutResult.Stored second = put(moving("b").delay(SECOND));

    assertThat(second.due()).isEqualTo(in(SECOND));
    assertThat(peek().next()).isEqualTo(in(SECOND));
    assertThat(peek().expiry()).isEqualTo(in(SECOND.plus(MINUTE)));
  }

  @Test
  void merge_withMoveToTheFront_goesBeforeAll() {
    putAll("0");
    put(item("a").delay(MINUTE));

    put(moving("b").due(Due.front()));

    assertThat(ids(claim(ALL))).containsExactly(ID, "0");
  }

  @Test
  void merge_withMoveAway_leavesTheFront() {
    put(item("a").due(Due.front()));

    put(moving("b").delay(SECOND));

    assertThat(state()).isEqualTo(State.WAITING);
  }

  @Test
  void merge_withLongestWait_isDueAtMostThatLongAfterTheFirstItem() {
    MergeOptions options = MergeOptions.MOVE.longestWait(Duration.ofSeconds(10));
    put(item("a").delay(Duration.ofSeconds(5)).merge(options));
    pass(Duration.ofSeconds(4));
    assertThat(put(item("b").delay(Duration.ofSeconds(5)).merge(options)).due())
        .isEqualTo(in(Duration.ofSeconds(5)));
    pass(Duration.ofSeconds(4));

    PutResult.Stored third = put(item("c").delay(Duration.ofSeconds(5)).merge(options));

    assertThat(third.due()).isEqualTo(in(Duration.ofSeconds(2)));
  }

  @Test
  void merge_withLongestWait_bindsTheFirstPut() {
    MergeOptions options = MergeOptions.KEEP.longestWait(SECOND);

    assertThat(put(item("a").delay(MINUTE).merge(options)).due()).isEqualTo(in(SECOND));
  }

  @Test
  void merge_withLongestWaitThatIsOver_isDueNow() {
    put(item("a").delay(MINUTE));
    pass(Duration.ofSeconds(30));

    PutResult.Stored second =
        put(item("b").delay(MINUTE).merge(MergeOptions.MOVE.longestWait(SECOND)));

    assertThat(second.due()).isEqualTo(now());
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void merge_afterARelease_movesTheDueTimeWhateverItSays() {
    put(item("a"));
    release(claim(), Due.after(MINUTE));

    put(item("b").delay(SECOND));
    assertThat(peek().next()).isEqualTo(in(SECOND));
    assertThat(peek().due()).isEqualTo(in(SECOND));

    put(item("c").delay(MINUTE));
    assertThat(peek().next()).isEqualTo(in(SECOND));
  }

  @Test
  void merge_afterLeaseEnded_movesTheDueTimeWhateverItSays() {
    put(item("a"));
    claim();
    pass(LEASE);

    put(item("b").delay(SECOND));

    assertThat(state()).isEqualTo(State.WAITING);
    assertThat(peek().next()).isEqualTo(in(SECOND));
    assertThat(claim(1)).isEmpty();
    pass(SECOND);
    assertThat(texts(claim())).containsExactly("a", "b");
  }

  @Test
  void merge_afterLeaseEndedAndReschedule_movesTheDueTimeWhateverItSays() {
    put(item("a"));
    claim();
    pass(LEASE);
    reschedule(Due.after(MINUTE));

    put(item("b").delay(SECOND));

    assertThat(peek().next()).isEqualTo(in(SECOND));
  }

  @Test
  void merge_afterAReleaseAndAnUnclaim_movesTheDueTimeWhateverItSays() {
    put(item("a"));
    release(claim(), Due.now());
    unclaim(claim());

    put(item("b").delay(SECOND));

    assertThat(peek().next()).isEqualTo(in(SECOND));
  }

  @Test
  void merge_afterAnUnclaimAlone_keepsTheDueTime() {
    put(item("a"));
    unclaim(claim());

    put(item("b").delay(SECOND));

    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void merge_afterLeaseEnded_leavesTheReceiptGoodForWhatItWasHanded() {
    put(item("a"));
    Delivery delivery = claim();
    pass(LEASE);
    put(item("b").delay(MINUTE));

    assertThat(ack(delivery).ok()).isTrue();

    assertThat(texts(peek())).containsExactly("b");
    assertThat(peek().next()).isEqualTo(in(MINUTE));
  }

  @Test
  void peek_showsTheFirstHundredItems() {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      puts.add(item("item " + i).build());
    }
    Await.value(store.put(puts));

    assertThat(peek().items()).hasSize(Message.ITEMS_SHOWN);
    assertThat(peek().itemCount()).isEqualTo(150);
    assertThat(claim().message().items()).hasSize(150);
  }

  @Test
  void merge_beyondTheMostItems_isRefused() {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      puts.add(item("x").build());
    }
    for (int i = 0; i < MOST_ITEMS / puts.size(); i++) {
      Await.value(store.put(puts));
    }
    assertThat(peek().itemCount()).isEqualTo(MOST_ITEMS);

    PutResult result = tryPut(item("x"));

    assertThat(result).isInstanceOf(PutResult.Failed.class);
    assertThat(((PutResult.Failed) result).error().code()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(peek().itemCount()).isEqualTo(MOST_ITEMS);
    assertThat(claim().message().items()).hasSize(MergeOptions.MAX_ITEMS_PER_CLAIM);
  }
}
