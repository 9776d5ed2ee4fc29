package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A token makes a put repeatable. */
abstract class TokenCases extends Cases {
  TokenCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void put_withKnownToken_givesTheFirstAnswerAgainAndStoresNothing() {
    PutResult first = tryPut(message().token("t").delay(SECOND));
    pass(Duration.ofMillis(300));

    assertThat(tryPut(message().token("t").delay(SECOND))).isEqualTo(first);
    assertThat(peek().due()).isEqualTo(first.requireStored().due());
    assertThat(peek().itemCount()).isEqualTo(1);
  }

  @Test
  void put_withKnownTokenAndOtherContent_isAMismatch() {
    put(message().token("t"));

    PutResult result = tryPut(message().token("t").body("other"));

    assertThat(result).isInstanceOf(PutResult.Failed.class);
    assertThat(((PutResult.Failed) result).error().code()).isEqualTo(ErrorCode.TOKEN_MISMATCH);
    assertThat(peek().body().asText()).isEqualTo(ID);
  }

  @Test
  void put_withKnownTokenAndOtherMode_isAMismatch() {
    put(message().token("t"));

    assertThat(tryPut(message().token("t").mode(PutMode.REPLACE)))
        .isInstanceOf(PutResult.Failed.class);
  }

  @Test
  void put_withTokenOfAnotherId_isNew() {
    put(message("1").token("t"));

    assertThat(put(message("2").token("t")).how()).isEqualTo(PutResult.How.NEW);
  }

  @Test
  void put_withKnownToken_afterAck_givesTheFirstAnswerAgain() {
    PutResult first = tryPut(message().token("t"));
    ack(claim());

    assertThat(tryPut(message().token("t"))).isEqualTo(first);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  void put_withKnownToken_afterRetention_isNewAgain() {
    put(message().token("t"));
    ack(claim());
    pass(TopicSettings.DEFAULT_RETENTION.minusMillis(1));
    assertThat(tryPut(message().token("t"))).isInstanceOf(PutResult.Stored.class);
    assertThat(claim(1)).isEmpty();

    pass(Duration.ofMillis(1));
    put(message().token("t"));

    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void put_withKnownToken_whileTheIdIsAliveAgain_givesTheFirstAnswer() {
    PutResult first = tryPut(message().token("t"));
    ack(claim());
    put(message().token("u").body("second"));

    assertThat(tryPut(message().token("t"))).isEqualTo(first);
    assertThat(peek().body().asText()).isEqualTo("second");
  }

  @Test
  void put_thatWasADuplicate_isNotRemembered() {
    put(message());
    tryPut(message().token("t"));
    cancel(WhenLeased.REFUSE);

    assertThat(put(message().token("t").body("other")).how()).isEqualTo(PutResult.How.NEW);
  }

  @Test
  void put_ofItemWithKnownToken_addsNothing() {
    put(item("a").token("t"));
    PutResult second = tryPut(item("b").token("u"));

    assertThat(tryPut(item("b").token("u"))).isEqualTo(second);
    assertThat(texts(peek())).containsExactly("a", "b");
  }

  @Test
  void put_ofItem_staysKnownWithTheItemsItWasAckedWith() {
    put(item("a").token("t"));
    claim();
    put(item("b").token("u"));
    assertThat(ack(claimAgain()).ok()).isTrue();

    tryPut(item("a").token("t"));
    tryPut(item("b").token("u"));

    assertThat(texts(peek())).containsExactly("b");
    pass(TopicSettings.DEFAULT_RETENTION);
    put(item("a").token("t"));
    tryPut(item("b").token("u"));
    assertThat(texts(peek())).containsExactly("b", "a");
  }

  /** The first item again, alone. */
  private Delivery claimAgain() {
    pass(LEASE);
    return claimItems(1);
  }

  @Test
  void put_ofItemThatACancelRemoved_isForgotten() {
    put(item("a"));
    claim();
    put(item("b").token("u"));
    cancel(WhenLeased.REFUSE);

    put(item("b").token("u"));

    assertThat(texts(peek())).containsExactly("a", "b");
  }

  @Test
  void put_withKnownToken_afterErase_isNewAgain() {
    put(message().token("t"));
    Await.value(store.erase(TOPIC, ID));

    assertThat(put(message().token("t").body("other")).how()).isEqualTo(PutResult.How.NEW);
  }

  @Test
  void put_withKnownToken_afterPurge_isNewAgain() {
    put(message().token("t"));
    Await.value(store.purge(TOPIC));

    assertThat(put(message().token("t").body("other")).how()).isEqualTo(PutResult.How.NEW);
  }

  @Test
  void put_withTokenOfAReplacedMessage_givesItsAnswer() {
    PutResult first = tryPut(message().token("t"));
    put(message().mode(PutMode.REPLACE).body("new"));

    assertThat(tryPut(message().token("t"))).isEqualTo(first);
  }

  @Test
  void put_withTokenOfARedrivenMessage_givesTheFirstAnswer() {
    PutResult first = tryPut(message().token("t").maxAttempts(1));
    release(claim());
    Await.value(store.redrive(Redrive.one(TOPIC, ID)));

    assertThat(tryPut(message().token("t").maxAttempts(1))).isEqualTo(first);
    assertThat(claim(ALL)).hasSize(1);
  }

  @Test
  void put_withKnownToken_afterRestart_givesTheFirstAnswer() {
    PutResult first = tryPut(message().token("t").due(Due.after(SECOND)));
    restart();

    assertThat(tryPut(message().token("t").due(Due.after(SECOND)))).isEqualTo(first);
  }

  @Test
  void put_withRetentionZero_isForgottenWhenItEnds() {
    configure(settings -> settings.retention(Duration.ZERO));
    put(message().token("t"));
    ack(claim());

    assertThat(isKnown()).isFalse();
    assertThat(put(message().token("t").body("other")).how()).isEqualTo(PutResult.How.NEW);
  }
}
