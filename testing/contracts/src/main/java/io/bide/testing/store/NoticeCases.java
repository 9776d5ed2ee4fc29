package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Browse;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.Event;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.Settle;
import io.bide.State;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A topic that asks for it is told of its deaths by messages. */
abstract class NoticeCases extends Cases {
  NoticeCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @BeforeEach
  void askForNotices() {
    configure(settings -> settings.deathNotices(true));
  }

  @Test
  void death_putsANoticeWithWhatDied() {
    put(message().body("body").attributes(Map.of("k", "v")).maxAttempts(1));
    claim();
    Instant death = in(LEASE);
    pass(LEASE.plus(SECOND));

    Message notice = only(notices()).message();

    assertThat(notice.topic()).isEqualTo(NOTICES);
    assertThat(notice.id()).matches(ID + "#\\d+");
    assertThat(texts(notice)).containsExactly("body");
    assertThat(notice.attributes())
        .isEqualTo(Map.of(
            "k", "v",
            "bide.id", ID,
            "bide.cause", "ATTEMPTS",
            "bide.state", "DEAD",
            "bide.attempts", "1"));
    assertThat(notice.due()).isEqualTo(death);
    assertThat(notice.created()).isEqualTo(death);
    assertThat(notice.maxAttempts()).isEqualTo(Put.UNLIMITED);
    assertThat(notice.ttl()).isNull();
    assertThat(notice.expiry()).isNull();
    assertThat(state()).isEqualTo(State.DEAD);
  }

  @Test
  void expiry_putsANotice() {
    expire();

    assertThat(only(notices()).message().attributes())
        .containsEntry("bide.cause", "TTL")
        .containsEntry("bide.state", "EXPIRED")
        .containsEntry("bide.attempts", "0");
  }

  @Test
  void release_ofTheLastAttempt_putsANoticeAtOnce() {
    put(message().maxAttempts(1));
    release(claim());

    assertThat(notices()).hasSize(1);
  }

  @Test
  void notice_isThereWhenNobodyLookedAtTheSource() {
    put(message().ttl(SECOND));
    pass(SECOND);

    assertThat(Await.value(store.stats(NOTICES)).count(State.READY)).isEqualTo(1);
    assertThat(notices()).hasSize(1);
  }

  @Test
  void notice_isPutOnce() {
    expire();
    peek();
    sweep();
    restart();

    assertThat(notices()).hasSize(1);
    assertThat(notices()).isEmpty();
  }

  @Test
  void notices_comeInTheOrderOfTheDeaths() {
    put(message("late").ttl(MINUTE));
    put(message("early").ttl(SECOND));
    put(message("early too").ttl(SECOND));
    pass(MINUTE);

    assertThat(notices())
        .extracting(notice -> notice.message().attributes().get("bide.id"))
        .containsExactly("early", "early too", "late");
  }

  @Test
  void notices_ofOneId_areSeveralMessages() {
    die();
    die();

    assertThat(notices()).extracting(notice -> notice.message().id()).doesNotHaveDuplicates();
    assertThat(Await.value(store.stats(NOTICES)).count(State.LEASED)).isEqualTo(2);
  }

  @Test
  void notice_ofABatch_hasItsItemsAndFlags() {
    put(item("a").merge(MergeOptions.KEEP.raw(true).itemsPerClaim(2)).maxAttempts(1));
    put(item("b"));
    put(item("c"));
    claim();
    pass(LEASE);

    Message notice = only(notices()).message();

    assertThat(texts(notice)).containsExactly("a", "b");
    assertThat(notice.merged()).isTrue();
    assertThat(notice.raw()).isTrue();
    assertThat(texts(peek())).containsExactly("c");
  }

  @Test
  void notice_isClaimedAndAckedLikeAnyMessage() {
    expire();
    Delivery notice = only(notices());

    assertThat(settle(new Settle.Ack(receipt(notice))).ok()).isTrue();
    assertThat(Await.value(store.peek(NOTICES, notice.message().id())))
        .map(Message::state)
        .contains(State.DONE);
  }

  @Test
  void notice_takesTheLeaseOfItsOwnTopic() {
    configure(NOTICES, settings -> settings.lease(MINUTE));
    expire();

    assertThat(only(notices()).message().next()).isEqualTo(in(MINUTE));
  }

  @Test
  void topicOfNotices_givesNoNoticesOfItsOwn() {
    configure(NOTICES, settings -> settings.deathNotices(true).maxAttempts(1));
    Await.value(store.put(List.of(Put.to(NOTICES).id("own").ttl(SECOND).build())));
    pass(SECOND);

    assertThat(notices()).isEmpty();
    assertThat(Await.value(store.browse(Browse.of(NOTICES, State.EXPIRED))).items())
        .hasSize(1);
  }

  @Test
  void topicWithoutNotices_putsNone() {
    configure(settings -> settings);
    expire();
    die();

    assertThat(notices()).isEmpty();
    sweep();
    assertThat(topics()).containsExactly(TOPIC);
  }

  @Test
  void purge_ofTheSource_leavesNoticesOfEarlierDeaths() {
    put(message().ttl(SECOND));
    pass(SECOND);
    Await.value(store.purge(TOPIC));

    assertThat(notices()).hasSize(1);
  }

  @Test
  void cancelAndAck_putNoNotice() {
    put(message());
    ack(claim());
    put(message());
    cancel(WhenLeased.REFUSE);

    assertThat(notices()).isEmpty();
  }

  @Test
  void death_isToldToTheListener() {
    put(message().maxAttempts(1));
    claim();
    Instant death = in(LEASE);
    pass(LEASE.plus(SECOND));
    peek();

    assertThat(heard.deaths(1))
        .containsExactly(new Event.Died(TOPIC, death, ID, State.DEAD, Cause.ATTEMPTS, 1));
  }
}
