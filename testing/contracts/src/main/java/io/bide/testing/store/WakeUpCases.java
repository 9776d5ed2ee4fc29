package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Redrive;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A claimer that waits is told when something becomes ready earlier than it knew. */
abstract class WakeUpCases extends Cases {
  WakeUpCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  /** A claim that gets nothing, so that its claimer waits. */
  private void park() {
    assertThat(claim(ALL)).isEmpty();
    heard.clear();
  }

  private void isToldWithin(Duration time) {
    assertThat(heard.wakeUpWithin(TOPIC, time)).as("told within " + time).isTrue();
  }

  @Test
  void put_isTold() {
    park();
    put(message().delay(SECOND));
    isToldWithin(SECOND);
  }

  @Test
  void put_beforeWhatWasKnown_isTold() {
    put(message("1").delay(MINUTE));
    park();
    put(message("2").delay(SECOND));
    isToldWithin(SECOND);
  }

  @Test
  void put_toTheFront_isTold() {
    park();
    put(message().due(Due.front()));
    isToldWithin(Duration.ZERO);
  }

  @Test
  void release_isTold() {
    put(message().backoff(Backoff.fixed(SECOND)));
    Delivery delivery = claim();
    park();
    release(delivery);
    isToldWithin(SECOND);
  }

  @Test
  void unclaim_isTold() {
    put(message());
    Delivery delivery = claim();
    park();
    unclaim(delivery);
    isToldWithin(Duration.ZERO);
  }

  @Test
  void shorterLease_isTold() {
    put(message());
    Delivery delivery = claim();
    park();
    extend(delivery, SECOND);
    isToldWithin(SECOND);
  }

  @Test
  void ack_thatLeavesItems_isTold() {
    put(item("a"));
    put(item("b"));
    Delivery delivery = claimItems(1);
    park();
    ack(delivery);
    isToldWithin(Duration.ZERO);
  }

  @Test
  void reschedule_isTold() {
    put(message().delay(MINUTE));
    park();
    reschedule(Due.after(SECOND));
    isToldWithin(SECOND);
  }

  @Test
  void mergeThatMoves_isTold() {
    put(item("a").delay(MINUTE));
    park();
    put(item("b").merge(MergeOptions.MOVE).delay(SECOND));
    isToldWithin(SECOND);
  }

  @Test
  void redrive_isTold() {
    die();
    park();
    Await.value(store.redrive(Redrive.one(TOPIC, ID)));
    isToldWithin(Duration.ZERO);
  }

  @Test
  void resume_isTold() {
    put(message());
    pause(true);
    park();
    pause(false);
    isToldWithin(Duration.ZERO);
  }

  @Test
  void restOfADeath_isTold() {
    put(item("a").maxAttempts(1));
    put(item("b"));
    Delivery delivery = claimItems(1);
    park();
    release(delivery);
    isToldWithin(Duration.ZERO);
  }

  @Test
  void notice_isTold() {
    configure(settings -> settings.deathNotices(true));
    put(message().maxAttempts(1));
    Delivery delivery = claim();
    assertThat(notices()).isEmpty();
    heard.clear();

    release(delivery);

    assertThat(heard.wakeUpWithin(NOTICES, Duration.ZERO)).isTrue();
  }

  @Test
  void messageThatMayDie_isToldToThoseWhoWaitForNotices() {
    configure(settings -> settings.deathNotices(true));
    assertThat(notices()).isEmpty();
    heard.clear();

    put(message().ttl(SECOND));

    assertThat(heard.wakeUpWithin(NOTICES, SECOND)).isTrue();
  }

  @Test
  void lastLease_isToldToThoseWhoWaitForNotices() {
    configure(settings -> settings.deathNotices(true));
    put(message().maxAttempts(1).lease(SECOND));
    assertThat(notices()).isEmpty();
    heard.clear();

    claim();

    assertThat(heard.wakeUpWithin(NOTICES, SECOND)).isTrue();
  }

  @Test
  void watchedTopic_isToldEveryChange() {
    put(message("0"));
    store.watch(TOPIC, true);
    ask(upTo(1));
    heard.clear();

    put(message().delay(MINUTE));

    isToldWithin(MINUTE);
    store.watch(TOPIC, false);
  }
}
