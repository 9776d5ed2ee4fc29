package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How much a claim hands out at most. */
abstract class ByteLimitCases extends Cases {
  ByteLimitCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private ClaimReply ask(long bytes, ClaimRequest... requests) {
    return Await.value(store.claim(TOPIC, List.of(requests), bytes));
  }

  private static List<Delivery> deliveries(ClaimReply reply) {
    return reply.grants().get(0).deliveries();
  }

  private void putSizes(int... sizes) {
    for (int i = 0; i < sizes.length; i++) {
      put(message("m" + i).body("x".repeat(sizes[i])));
    }
  }

  @Test
  void claim_stopsWhereTheNextMessageDoesNotFit() {
    putSizes(4, 4, 3, 1);

    ClaimReply reply = ask(10, upTo(ALL));

    assertThat(ids(deliveries(reply))).containsExactly("m0", "m1");
    assertThat(reply.more()).isTrue();
  }

  @Test
  void claim_thatFitsExactly_isNotMore() {
    putSizes(4, 6);

    ClaimReply reply = ask(10, upTo(ALL));

    assertThat(deliveries(reply)).hasSize(2);
    assertThat(reply.more()).isFalse();
  }

  @Test
  void claim_alwaysHandsOutTheFirstMessage() {
    putSizes(100, 0);

    ClaimReply reply = ask(10, upTo(ALL));

    assertThat(ids(deliveries(reply))).containsExactly("m0");
    assertThat(reply.more()).isTrue();
  }

  @Test
  void claim_withLimitZero_handsOutOne() {
    putSizes(5, 5);

    assertThat(deliveries(ask(0, upTo(ALL)))).hasSize(1);
  }

  @Test
  void claim_ofSeveralRequests_sharesOneLimitAndStopsForAll() {
    putSizes(4, 4, 4, 1);

    ClaimReply reply = ask(10, upTo(1), upTo(2), onlyId("m3"));

    assertThat(ids(reply.grants().get(0).deliveries())).containsExactly("m0");
    assertThat(ids(reply.grants().get(1).deliveries())).containsExactly("m1");
    assertThat(reply.grants().get(2).deliveries()).isEmpty();
    assertThat(reply.more()).isTrue();
  }

  @Test
  void claim_thatGotAllItAskedFor_isNotMore() {
    putSizes(4, 100);

    assertThat(ask(10, upTo(1)).more()).isFalse();
  }

  @Test
  void claim_ofABatch_handsOutTheItemsThatFit() {
    put(item("aaaa"));
    put(item("bbbb"));
    put(item("cccc"));

    ClaimReply reply = ask(10, upTo(1));

    assertThat(texts(only(deliveries(reply)))).containsExactly("aaaa", "bbbb");
    assertThat(reply.more()).isFalse();
    ack(only(deliveries(reply)));
    assertThat(texts(claim())).containsExactly("cccc");
  }

  @Test
  void claim_ofABatch_handsOutAtLeastItsFirstItem() {
    put(item("x".repeat(100)));
    put(item(""));

    assertThat(only(deliveries(ask(10, upTo(1)))).message().items()).hasSize(1);
  }

  @Test
  void claim_afterABatchThatWasCut_goesOnWithWhatFits() {
    put(item("aaaa"));
    put(item("bbbbbbbb"));
    put(message("2").body("cc"));

    ClaimReply reply = ask(10, upTo(ALL));

    assertThat(ids(deliveries(reply))).containsExactly(ID, "2");
  }

  @Test
  void claim_countsBodiesOnly() {
    put(message("a long id that does not count").body("xx").attributes(Map.of("k", "v")));
    put(message("2").body("yy"));

    assertThat(deliveries(ask(4, upTo(ALL)))).hasSize(2);
  }
}
