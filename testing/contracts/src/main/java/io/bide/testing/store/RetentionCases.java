package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SettleResult;
import io.bide.State;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How long what has ended is remembered, and with what. */
abstract class RetentionCases extends Cases {
  RetentionCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private void isForgottenAfter(Duration retention) {
    pass(retention.minusMillis(1));
    assertThat(isKnown()).isTrue();
    pass(Duration.ofMillis(1));
    assertThat(isKnown()).isFalse();
    assertThat(stats().counts().values()).allMatch(count -> count == 0);
  }

  @Test
  void done_isRememberedFiveMinutesWithoutBody() {
    put(message().attributes(Map.of("k", "v")));
    ack(claim());

    assertThat(peek().items()).isEmpty();
    assertThat(peek().itemCount()).isEqualTo(1);
    assertThat(peek().attributes()).isEqualTo(Map.of("k", "v"));
    isForgottenAfter(Duration.ofMinutes(5));
  }

  @Test
  void cancelled_isRememberedFiveMinutesWithoutBody() {
    put(message());
    cancel(WhenLeased.REFUSE);

    assertThat(peek().items()).isEmpty();
    isForgottenAfter(Duration.ofMinutes(5));
  }

  @Test
  void expired_isRememberedFiveMinutesWithoutBody() {
    expire();

    assertThat(peek().items()).isEmpty();
    isForgottenAfter(Duration.ofMinutes(5));
  }

  @Test
  void expired_inATopicWithNotices_isKeptLikeADeadLetter() {
    configure(settings -> settings.deathNotices(true));
    expire();

    assertThat(peek().body().asText()).isEqualTo(ID);
    isForgottenAfter(TopicSettings.DEFAULT_DEAD_RETENTION);
  }

  @Test
  void dead_isRememberedSevenDaysWithBody() {
    die();

    assertThat(peek().body().asText()).isEqualTo(ID);
    isForgottenAfter(Duration.ofDays(7));
  }

  @Test
  void ended_keepsItsBodyWhereTheTopicSaysSo() {
    configure(settings -> settings.keepBodies(true));
    put(message());
    ack(claim());

    assertThat(peek().body().asText()).isEqualTo(ID);
  }

  @Test
  void retention_isThatOfTheTopicWhenTheEndIsWrittenDown() {
    configure(settings -> settings.retention(MINUTE));
    put(message());
    ack(claim());
    configure(settings -> settings.retention(SECOND));

    isForgottenAfter(MINUTE);
  }

  @Test
  void configure_writesDownFirstWhatHasEndedBefore() {
    put(message().ttl(SECOND));
    pass(SECOND);
    configure(settings -> settings.retention(SECOND).keepBodies(true));

    assertThat(peek().items()).isEmpty();
    isForgottenAfter(TopicSettings.DEFAULT_RETENTION);
  }

  @Test
  void retention_countsFromTheInstantOfTheEnd() {
    put(message().ttl(SECOND));
    pass(SECOND.plus(TopicSettings.DEFAULT_RETENTION));

    assertThat(isKnown()).isFalse();
  }

  @Test
  void retentionZero_isNeverSeen() {
    configure(settings -> settings.retention(Duration.ZERO).deadRetention(Duration.ZERO));
    put(message());
    var delivery = claim();
    ack(delivery);
    assertThat(isKnown()).isFalse();
    assertThat(ack(delivery).answer()).isEqualTo(SettleResult.Answer.UNKNOWN);

    die();
    assertThat(isKnown()).isFalse();
    assertThat(stats().count(State.DEAD)).isZero();
  }

  @Test
  void reuseOfAnId_destroysNoDeadLetter() {
    die();
    die();
    put(message());

    assertThat(idsIn(State.DEAD)).containsExactly(ID, ID);
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void ended_isNotSeenFromThatInstant_whetherSweptOrNot() {
    put(message());
    ack(claim());
    sweep();
    assertThat(isKnown()).isTrue();
    pass(TopicSettings.DEFAULT_RETENTION);
    assertThat(idsIn(State.DONE)).isEmpty();
    sweep();
    assertThat(isKnown()).isFalse();
  }
}
