package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Due;
import io.bide.State;
import io.bide.store.ClaimReply;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Never early, and told when to ask again. */
abstract class DueCases extends Cases {
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration NANO = Duration.ofNanos(1);

  DueCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private @Nullable Instant next() {
    return ask(upTo(1)).grants().get(0).next();
  }

  @Test
  void claim_oneMillisecondBeforeTheDueTime_getsNothing() {
    put(message().delay(SECOND));

    pass(SECOND.minus(MILLI));
    assertThat(claim(1)).isEmpty();
    assertThat(state()).isEqualTo(State.WAITING);

    pass(MILLI);
    assertThat(state()).isEqualTo(State.READY);
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void claim_oneNanosecondBeforeTheDueTime_getsNothing() {
    put(message().delay(SECOND));
    pass(SECOND.minus(NANO));

    assertThat(claim(1)).isEmpty();
  }

  @Test
  void put_withinAMillisecond_isDueAtTheNextOne() {
    pass(Duration.ofNanos(300_000));
    Instant wholeMillisecond = in(Duration.ofNanos(700_000));

    assertThat(put(message()).due()).isEqualTo(wholeMillisecond);
    assertThat(claim(1)).isEmpty();

    pass(Duration.ofNanos(700_000));
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void put_ofTimeInThePast_isDueNow() {
    assertThat(put(message().due(Due.at(now().minus(MINUTE)))).due()).isEqualTo(now());
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void put_ofTimeInTheFuture_isDueThen() {
    assertThat(put(message().due(Due.at(in(MINUTE)))).due()).isEqualTo(in(MINUTE));
    assertThat(claim(1)).isEmpty();
    pass(MINUTE);
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void put_inAThousandYears_waits() {
    Duration far = Duration.ofDays(365_000);
    put(message().delay(far));

    assertThat(state()).isEqualTo(State.WAITING);
    assertThat(next()).isEqualTo(in(far));
  }

  @Test
  void claim_ofNothing_saysWhenTheNextMessageIsDue() {
    put(message("1").delay(MINUTE));
    put(message("2").delay(SECOND));

    assertThat(next()).isEqualTo(in(SECOND));
  }

  @Test
  void claim_ofEmptyTopic_saysNoTime() {
    assertThat(next()).isNull();
    assertThat(topics()).isEmpty();
  }

  @Test
  void claim_thatLeavesSomethingReady_saysNow() {
    putAll("1", "2");
    pass(SECOND);

    assertThat(next()).isEqualTo(now());
  }

  @Test
  void claim_ofTheLastMessage_saysWhenItsLeaseEnds() {
    put(message().lease(SECOND));
    put(message("2").delay(MINUTE));

    assertThat(next()).isEqualTo(in(SECOND));
  }

  @Test
  void claim_ofSeveralRequests_saysTheTimeAfterAllOfThem() {
    putAll("1", "2");

    ClaimReply reply = ask(upTo(1), upTo(1));

    assertThat(reply.grants()).allMatch(grant -> in(LEASE).equals(grant.next()));
  }

  @Test
  void claim_saysTheStoresTime() {
    pass(Duration.ofMillis(1_234));

    assertThat(ask(upTo(1)).now()).isEqualTo(now());
  }

  @Test
  void claim_byId_takesOnlyThatMessage() {
    putAll("0", "1", "2");

    assertThat(ids(claim(onlyId("1")))).containsExactly("1");
    assertThat(ids(claim(ALL))).containsExactly("0", "2");
  }

  @Test
  void claim_byId_ofOneThatIsNotReady_saysWhenItWillBe() {
    put(message().delay(MINUTE).lease(SECOND));
    assertThat(ask(onlyId(ID)).grants())
        .containsExactly(new ClaimReply.Grant(List.of(), in(MINUTE)));

    pass(MINUTE);
    claim();

    assertThat(ask(onlyId(ID)).grants())
        .containsExactly(new ClaimReply.Grant(List.of(), in(SECOND)));
  }

  @Test
  void claim_byId_ofOneThatIsNotAlive_saysNoTime() {
    putAll("other");
    assertThat(ask(onlyId(ID)).grants()).containsExactly(new ClaimReply.Grant(List.of(), null));

    expire();

    assertThat(ask(onlyId(ID)).grants()).containsExactly(new ClaimReply.Grant(List.of(), null));
  }

  @Test
  void claim_byIdTwiceInOneCall_getsItOnce() {
    put(message());

    var grants = ask(onlyId(ID), onlyId(ID)).grants();

    assertThat(grants.get(0).deliveries()).hasSize(1);
    assertThat(grants.get(1)).isEqualTo(new ClaimReply.Grant(List.of(), in(LEASE)));
  }

  @Test
  void claim_ofNotices_saysWhenAMessageOfTheSourceMayDie() {
    configure(settings -> settings.deathNotices(true));
    put(message("1").ttl(MINUTE));
    assertThat(nextNotice()).isEqualTo(in(MINUTE));

    put(message("2").lease(SECOND).maxAttempts(1).due(Due.front()));
    claim(1);

    assertThat(nextNotice()).isEqualTo(in(SECOND));
  }

  private @Nullable Instant nextNotice() {
    return Await.value(store.claim(NOTICES, List.of(upTo(1)), NO_BYTE_LIMIT))
        .grants()
        .get(0)
        .next();
  }
}
