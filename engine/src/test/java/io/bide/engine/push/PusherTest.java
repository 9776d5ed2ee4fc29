package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Claim;
import io.bide.DeliveryMode;
import io.bide.Event;
import io.bide.PushReport.Outcome;
import io.bide.Put;
import io.bide.State;
import io.bide.TopicSettings;
import io.bide.engine.push.Courier.Reply;
import io.bide.engine.push.Courier.Undelivered;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a topic with a subscription does, seen from its receiver. */
class PusherTest extends PushFixture {
  @Test
  void message_isDeliveredAtItsDueTime_notBefore() {
    subscribe(subscription());
    String id = put(Put.to(ORDERS).body("close").delay(MINUTE));

    clock.advance(MINUTE.minusMillis(1));
    assertThat(courier.count()).isZero();
    clock.advance(Duration.ofMillis(1));

    assertThat(courier.bodies()).containsExactly("close");
    assertThat(courier.last().url()).hasToString(HOOK);
    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void message_putBeforeTheSubscription_isDeliveredToo() {
    put("early bird");
    subscribe(subscription());
    assertThat(courier.bodies()).containsExactly("early bird");
  }

  @Test
  void message_storedBeforeTheStart_isDelivered() {
    subscribe(subscription());
    stop(pusher);
    put("left over");
    assertThat(courier.count()).isZero();

    start(PushConfig.DEFAULT);

    assertThat(courier.bodies()).containsExactly("left over");
  }

  @Test
  void rejected_isTriedAgainAfterItsBackoff() {
    courier.answer(500);
    subscribe(subscription());
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(MINUTE)));

    clock.advance(MINUTE.minusMillis(1));
    assertThat(courier.count()).isEqualTo(1);
    courier.answer(204);
    clock.advance(Duration.ofMillis(1));

    assertThat(courier.count()).isEqualTo(2);
    assertThat(courier.last().headers()).containsEntry("bide-attempt", "2");
    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void redirect_isNoSuccess() {
    courier.answer(302);
    subscribe(subscription());
    String id = put("x");
    assertThat(stateOf(id)).isEqualTo(State.WAITING);
  }

  @Test
  void retryAfter_goesBeforeTheBackoff() {
    courier.answer(letter -> CompletableFuture.completedFuture(new Reply(503, "120")));
    subscribe(subscription());
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(SECOND)));

    assertThat(peek(ORDERS, id).next()).isEqualTo(clock.instant().plusSeconds(120));
  }

  @Test
  void lastAttemptFails_isDead() {
    courier.answer(500);
    subscribe(subscription());
    String id = put(Put.to(ORDERS).maxAttempts(3).backoff(Backoff.fixed(SECOND)));

    clock.advance(MINUTE);

    assertThat(courier.count()).isEqualTo(3);
    assertThat(stateOf(id)).isEqualTo(State.DEAD);
  }

  @Test
  void noAnswer_isTriedAgain() {
    courier.answer(letter -> FakeCourier.failing(Undelivered.Why.TIMED_OUT));
    subscribe(subscription());
    String id = put("x");
    assertThat(stateOf(id)).isEqualTo(State.WAITING);
    courier.answer(200);

    clock.advance(MINUTE);

    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void gone_disablesTheSubscriptionAndKeepsTheMessage() {
    courier.answer(410);
    subscribe(subscription());
    String id = put("x");

    clock.advance(Duration.ofHours(1));

    assertThat(courier.count()).isEqualTo(1);
    assertThat(stored().enabled()).isFalse();
    assertThat(stored().disabled()).contains("410");
    assertThat(stateOf(id)).isEqualTo(State.READY);
    assertThat(pusher.disabled()).isEqualTo(1);
    assertThat(told(Event.Unsubscribed.class)).hasSize(1);
  }

  @Test
  void disabled_sendsNothingUntilItIsEnabled() {
    subscribe(subscription().disabled("for a test"));
    put("x");
    clock.advance(MINUTE);
    assertThat(courier.count()).isZero();

    pusher.subscriptions().change(ORDERS, subscription -> subscription.enable()).join();

    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void removed_sendsNothingAndLeavesTheMessagesToOthers() {
    subscribe(subscription());
    assertThat(pusher.subscriptions().remove(ORDERS).join()).isTrue();
    put("x");
    clock.advance(MINUTE);

    assertThat(courier.count()).isZero();
    assertThat(engine.claim(Claim.from(ORDERS)).join().deliveries()).hasSize(1);
  }

  @Test
  void concurrency_isKept() {
    courier.hold();
    subscribe(subscription().concurrency(3));
    for (int i = 0; i < 10; i++) {
      put("m" + i);
    }
    assertThat(courier.unanswered()).isEqualTo(3);

    courier.release(1, 200);

    assertThat(courier.unanswered()).isEqualTo(3);
    assertThat(courier.count()).isEqualTo(4);
  }

  @Test
  void rate_isKept() {
    subscribe(subscription().perSecond(10));
    for (int i = 0; i < 100; i++) {
      put("m" + i);
    }
    clock.advance(Duration.ofSeconds(5));
    assertThat(courier.count()).isBetween(45, 52);

    clock.advance(Duration.ofSeconds(6));
    assertThat(courier.count()).isEqualTo(100);
  }

  @Test
  void lease_isExtendedWhileACallRuns() {
    courier.hold();
    subscribe(subscription().timeout(Duration.ofMinutes(10)));
    String id = put("long work");

    for (int i = 0; i < 9; i++) {
      clock.advance(MINUTE);
    }

    assertThat(courier.count()).isEqualTo(1);
    assertThat(stateOf(id)).isEqualTo(State.LEASED);
    courier.release(0, 200);
    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void lease_endsWhenThePusherIsGone_andAnotherOneDelivers() {
    courier.hold();
    subscribe(subscription());
    String id = put("x");
    stop(pusher);

    FakeCourier other = new FakeCourier();
    Pusher next = newPusher(PushConfig.DEFAULT, other);
    engine.followDue(next::due);
    next.start();
    clock.advance(PushConfig.DEFAULT_LEASE.minusMillis(1));
    assertThat(other.count()).isZero();
    clock.advance(MINUTE);

    assertThat(other.last().headers()).containsEntry("bide-attempt", "2");
    assertThat(stateOf(id)).isEqualTo(State.DONE);
    stop(next);
  }

  @Test
  void paused_isNotPushedUntilItIsResumed() {
    subscribe(subscription());
    engine.pause(ORDERS).join();
    put("x");
    clock.advance(Duration.ofHours(1));
    assertThat(courier.count()).isZero();

    engine.resume(ORDERS).join();

    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void atMostOnce_isSentOnce() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    courier.answer(500);
    subscribe(subscription());
    put("x");
    clock.advance(Duration.ofHours(1));

    assertThat(courier.count()).isEqualTo(1);
    assertThat(pusher.inFlight()).isZero();
  }

  @Test
  void idleSubscription_waitsWithoutAClaim() {
    subscribe(subscription());
    clock.advance(Duration.ofMinutes(10));
    assertThat(engine.waitingClaims()).isZero();

    put("x");

    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void stop_claimsNothingMoreAndIsDoneWhenCallsAre() {
    courier.hold();
    subscribe(subscription().concurrency(1));
    put("under way");
    CompletableFuture<Void> stopped = pusher.stop();
    put("too late");

    assertThat(stopped).isNotDone();
    courier.release(0, 200);

    assertThat(stopped).isCompleted();
    assertThat(courier.count()).isEqualTo(1);
  }

  @Test
  void attempts_areTold() {
    courier.answer(letter -> FakeCourier.failing(Undelivered.Why.UNREACHABLE));
    subscribe(subscription());
    String id = put("x");

    Event.Pushed told = told(Event.Pushed.class).get(0);
    assertThat(told.id()).isEqualTo(id);
    assertThat(told.report().outcome()).isEqualTo(Outcome.UNREACHABLE);
  }

  @Test
  void deadEndpoint_isLeftAloneMoreAndMore() {
    courier.answer(letter -> FakeCourier.failing(Undelivered.Why.UNREACHABLE));
    subscribe(subscription());
    for (int i = 0; i < 200; i++) {
      put(Put.to(ORDERS).backoff(Backoff.immediate()).maxAttempts(Put.UNLIMITED));
    }
    clock.advance(MINUTE);
    int inTheFirstMinute = courier.count();
    clock.advance(MINUTE);

    assertThat(inTheFirstMinute).isLessThan(60);
    assertThat(courier.count() - inTheFirstMinute).isBetween(5, 15);
    courier.answer(200);
    clock.advance(MINUTE);
    assertThat(engine.stats(ORDERS).join().count(State.DONE)).isEqualTo(200);
  }

  @Test
  void twoNodes_shareTheWork() {
    courier.hold();
    FakeCourier second = new FakeCourier();
    second.hold();
    subscribe(subscription().concurrency(5));
    Pusher other = newPusher(PushConfig.DEFAULT, second);
    other.start();
    clock.advance(Duration.ZERO);
    for (int i = 0; i < 10; i++) {
      put("m" + i);
    }
    other.due(ORDERS);
    clock.advance(SECOND);

    assertThat(courier.count()).isEqualTo(5);
    assertThat(second.count()).isEqualTo(5);
    assertThat(courier.bodies()).doesNotContainAnyElementsOf(second.bodies());
    stop(other);
  }

  @Test
  void inFlight_isBounded() {
    start(PushConfig.DEFAULT.maxInFlight(2));
    courier.hold();
    subscribe(subscription().concurrency(100));
    for (int i = 0; i < 10; i++) {
      put("m" + i);
    }
    assertThat(courier.unanswered()).isEqualTo(2);
    courier.release(0, 200);
    clock.advance(SECOND);

    assertThat(courier.unanswered()).isEqualTo(2);
    assertThat(courier.count()).isEqualTo(3);
  }
}
