package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DeliveryMode;
import io.bide.Event;
import io.bide.Put;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.engine.push.Courier.Undelivered;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a lane does when several things happen at once. */
class LaneTest extends PushFixture {
  private static final Topic ANY = Topic.of("any");
  private static final Duration LONG = Duration.ofMinutes(10);

  /** At most once: what has failed is not released, so that nothing is heard of the topic. */
  @Test
  void rest_duringWhichAClaimEnds_isOverAfterAll() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    courier.hold();
    subscribe(subscription().concurrency(64));
    put(Put.to(ORDERS).body("later").delay(LONG));
    for (int i = 0; i < 4; i++) {
      put("m" + i);
    }
    // Four calls and a claim are under way, the second since the last put; the calls fail just
    // before
    // it comes back with nothing.
    clock.advance(PushConfig.DEFAULT_LINGER.multipliedBy(2).minusMillis(20));
    for (int i = 0; i < 4; i++) {
      courier.fail(i, Undelivered.Why.UNREACHABLE);
    }
    courier.answer(200);
    clock.advance(LONG);

    assertThat(courier.bodies()).containsExactly("m0", "m1", "m2", "m3", "later");
  }

  @Test
  void manyDeadEndpoints_leaveRoomForTheLiving() {
    start(PushConfig.DEFAULT.maxInFlight(100));
    courier.answer(letter -> letter.url().getPath().startsWith("/dead")
        ? new CompletableFuture<>()
        : FakeCourier.status(200));
    for (int endpoint = 0; endpoint < 30; endpoint++) {
      for (int i = 0; i < 16; i++) {
        push("https://example.com/dead" + endpoint, Put.to(ANY));
      }
    }
    for (int i = 0; i < 100; i++) {
      push("https://example.com/alive", Put.to(ANY));
    }

    assertThat(courier.letters())
        .filteredOn(letter -> letter.url().getPath().equals("/alive"))
        .hasSize(100);
    assertThat(courier.letters())
        .as("each of the dead is tried")
        .extracting(letter -> letter.url().getPath())
        .contains("/dead0", "/dead29");
  }

  @Test
  void gone_toSeveralCallsAtOnce_isToldOnce() {
    courier.hold();
    subscribe(subscription().concurrency(3));
    for (int i = 0; i < 3; i++) {
      put("m" + i);
    }
    for (int i = 0; i < 3; i++) {
      courier.release(i, 410);
    }

    assertThat(told(Event.Unsubscribed.class)).hasSize(1);
    assertThat(stored().disabled()).contains("410");
  }

  @Test
  void gone_afterAnOperatorDisabledIt_leavesTheOperatorsReason() {
    courier.hold();
    subscribe(subscription());
    put("x");
    pusher.subscriptions().change(ORDERS, own -> own.disable("by hand")).join();

    courier.release(0, 410);

    assertThat(stored().disabled()).isEqualTo("by hand");
    assertThat(told(Event.Unsubscribed.class)).isEmpty();
  }
}
