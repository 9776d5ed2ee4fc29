package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.State;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A restart changes nothing but the listener. */
abstract class RestartCases extends Cases {
  RestartCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void messages_areTheSameAfterARestart() {
    die();
    put(message().delay(MINUTE).ttl(MINUTE));
    put(message("2"));
    put(message("3"));
    Delivery leased = only(claim(1));
    Message waiting = peek();
    restart();

    assertThat(peek()).isEqualTo(waiting);
    assertThat(find(leased.message().id())).contains(leased.message());
    assertThat(idsIn(State.DEAD)).containsExactly(ID);
    assertThat(ack(leased).ok()).isTrue();
  }

  @Test
  void order_isTheSameAfterARestart() {
    putAll("1");
    put(message("front").due(Due.front()));
    restart();
    putAll("2");
    put(message("more front").due(Due.front()));

    assertThat(ids(claim(ALL))).containsExactly("more front", "front", "1", "2");
  }

  @Test
  void batch_isTheSameAfterARestart() {
    put(item("a"));
    put(item("b"));
    Delivery delivery = claimItems(1);
    put(item("c").delay(MINUTE));
    restart();

    ack(delivery);

    assertThat(texts(claim())).containsExactly("b", "c");
  }

  @Test
  void nextGeneration_isDueWhenItSaid_alsoAfterARestart() {
    put(item("a"));
    Delivery delivery = claim();
    var due = put(item("b").delay(MINUTE)).due();
    restart();

    ack(delivery);

    assertThat(peek().due()).isEqualTo(due);
  }

  @Test
  void time_thatPassesWhileClosed_counts() {
    put(message().ttl(SECOND));
    var expiry = in(SECOND);
    pass(MINUTE);
    restart();

    assertThat(state()).isEqualTo(State.EXPIRED);
    assertThat(peek().ended()).isEqualTo(expiry);
  }

  @Test
  void receipt_ofAnEndedMessage_isKnownAfterARestart() {
    put(message());
    Delivery delivery = claim();
    cancel(WhenLeased.VOID);
    restart();

    assertThat(ack(delivery).state()).isEqualTo(State.CANCELLED);
  }

  @Test
  void call_afterClose_fails() {
    put(message());
    store.close();

    assertThatThrownBy(() -> Await.value(store.peek(TOPIC, ID)))
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    restart();
    assertThat(isKnown()).isTrue();
  }

  @Test
  void ping_answers() {
    assertThatCode(() -> Await.value(store.ping())).doesNotThrowAnyException();
  }
}
