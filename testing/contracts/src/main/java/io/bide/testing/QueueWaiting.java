package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DeliveryMode;
import io.bide.Message;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How claims wait: for how long, in which order, and what becomes of those that give up. */
interface QueueWaiting extends QueueBench {
  @Test
  default void waiting_whenSomethingIsReady_isServedAtOnce() {
    put(ORDERS, "o1");

    assertThat(ids(claim(Claim.from(ORDERS).waiting(LONG)))).containsExactly("o1");
    assertThat(parkedClaims()).isZero();
  }

  @Test
  default void waiting_inVain_isAnsweredEmptyWhenItsTimeIsUp() {
    CompletableFuture<Claimed> answer = park(Claim.from(ORDERS).waiting(Duration.ofMillis(20_500)));

    advance(Duration.ofMillis(20_499));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(get(answer).isEmpty()).isTrue();
    assertThat(get(answer).now()).isEqualTo(clock().instant());
    awaitParked(0);
  }

  @Test
  default void waiting_forSomethingDueAfterItsTime_leavesItForOthers() {
    put(ORDERS, "o1", Duration.ofSeconds(3));
    CompletableFuture<Claimed> tooShort = park(Claim.from(ORDERS).waiting(Duration.ofSeconds(2)));
    CompletableFuture<Claimed> longer = park(ORDERS);

    advance(Duration.ofSeconds(3));

    assertThat(ids(tooShort)).isEmpty();
    assertThat(ids(longer)).containsExactly("o1");
  }

  @Test
  default void waitingClaims_areServedFirstComeFirstServed() {
    List<CompletableFuture<Claimed>> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      waiting.add(park(ORDERS));
    }

    for (int i = 0; i < 5; i++) {
      put(ORDERS, "o" + i);
      assertThat(ids(waiting.get(i))).containsExactly("o" + i);
    }
  }

  @Test
  default void waitingClaims_areAllServedWhenMuchIsDueAtOnce() {
    List<CompletableFuture<Claimed>> waiting = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      waiting.add(park(ORDERS));
    }
    for (int i = 0; i < 400; i++) {
      put(ORDERS, "o" + i, Duration.ofSeconds(4));
    }

    advance(Duration.ofSeconds(4));

    for (int i = 0; i < 400; i++) {
      assertThat(ids(waiting.get(i))).containsExactly("o" + i);
    }
  }

  @Test
  default void claim_whileOthersWait_doesNotOvertakeThem() {
    CompletableFuture<Claimed> first = park(Claim.from(ORDERS).max(2).waiting(LONG));

    put(ORDERS, "o1");
    put(ORDERS, "o2");
    put(ORDERS, "o3");

    assertThat(ids(first)).startsWith("o1");
    assertThat(ids(claim(Claim.from(ORDERS).max(5))).size())
        .isEqualTo(3 - ids(first).size());
  }

  @Test
  default void waiting_onSeveralTopics_isServedByTheOneThatHasSomething() {
    CompletableFuture<Claimed> both = park(Claim.from(ORDERS, MAILS).waiting(LONG));
    CompletableFuture<Claimed> mails = park(MAILS);

    put(MAILS, "m1");
    put(MAILS, "m2");

    assertThat(ids(both)).containsExactly("m1");
    assertThat(ids(mails)).containsExactly("m2");
  }

  @Test
  default void waiting_onSeveralTopics_takesNothingOnceItIsServed() {
    CompletableFuture<Claimed> both = park(Claim.from(ORDERS, MAILS).max(5).waiting(LONG));

    put(MAILS, "m1");
    put(ORDERS, "o1");

    assertThat(ids(both)).containsExactly("m1");
    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(1);
  }

  @Test
  default void waiting_onSeveralTopics_isServedAtTheDueTimeOfEach() {
    put(ORDERS, "o1", Duration.ofSeconds(9));
    put(MAILS, "m1", Duration.ofSeconds(8));
    CompletableFuture<Claimed> first = park(Claim.from(ORDERS, MAILS).waiting(LONG));
    CompletableFuture<Claimed> second = park(Claim.from(ORDERS, MAILS).waiting(LONG));

    advance(Duration.ofMillis(7_999));
    assertWaiting(first, MAILS);
    advance(MILLI);
    assertThat(ids(first)).containsExactly("m1");
    advance(Duration.ofSeconds(1));
    assertThat(ids(second)).containsExactly("o1");
  }

  @Test
  default void cancelledClaims_swallowNothing() {
    CompletableFuture<Claimed> gone = park(ORDERS);
    CompletableFuture<Claimed> stays = park(ORDERS);

    gone.cancel(true);
    awaitParked(1);
    put(ORDERS, "o1");

    assertThat(ids(stays)).containsExactly("o1");
    assertThat(get(stays).messages()).extracting(Message::attempts).containsExactly(1);
  }

  @Test
  default void claimsThatTimedOutAtTheCaller_swallowNothing() {
    CompletableFuture<Claimed> gone = park(ORDERS);

    assertThat(gone.completeExceptionally(new IllegalStateException("gave up"))).isTrue();
    awaitParked(0);
    put(ORDERS, "o1");

    assertThat(claimOne(ORDERS).message().attempts()).isEqualTo(1);
  }

  @Test
  default void cancelledClaims_atMostOnce_swallowNothing() throws Exception {
    get(queue()
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build()));
    // Cancelled at the very moment at which it is served: either way nothing is lost.
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Claimed> answer = park(ORDERS);
      Thread canceller = new Thread(() -> answer.cancel(true), "bide-test-canceller");
      canceller.start();
      put(ORDERS, "o" + i);
      canceller.join(TimeUnit.SECONDS.toMillis(10));
      if (answer.isCancelled()) {
        assertThat(ids(claim(Claim.from(ORDERS).waiting(LONG)))).containsExactly("o" + i);
      } else {
        assertThat(ids(answer)).containsExactly("o" + i);
      }
    }
  }

  @Test
  default void close_answersWaitingClaimsWithNothing() {
    CompletableFuture<Claimed> any = park(ORDERS);
    CompletableFuture<Claimed> both = park(Claim.from(ORDERS, MAILS).waiting(LONG));
    CompletableFuture<Claimed> one = park(Claim.from(ORDERS).id("o1").waiting(LONG));

    queue().close();

    assertThat(ids(any)).isEmpty();
    assertThat(ids(both)).isEmpty();
    assertThat(ids(one)).isEmpty();
  }
}
