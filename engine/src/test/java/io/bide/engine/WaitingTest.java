package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimReply.Grant;
import io.bide.store.ClaimRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting claims when answers and wake-ups come in an awkward order. */
class WaitingTest extends EngineFixture {
  private static final Grant NOTHING = new Grant(List.of(), null);

  @Test
  void wakeUp_duringALookInVain_causesAnotherLook() {
    store.hold();
    CompletableFuture<Claimed> answer = wait(ORDERS);
    // The look has found nothing, but its answer is still under way.
    CompletableFuture<?> put = engine.put(Put.to(ORDERS).id("o1").build());

    store.answerAll();

    assertThat(put).isCompleted();
    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void wakeUp_forLater_duringALookInVain_isServedAtItsDueTime() {
    store.hold();
    CompletableFuture<Claimed> answer = wait(ORDERS);
    var unused = engine.put(Put.to(ORDERS).id("o1").delay(Duration.ofMillis(10)).build());
    store.answerAll();

    clock.advance(Duration.ofMillis(9));
    assertThat(answer).isNotDone();
    clock.advance(Duration.ofMillis(1));
    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void slowAnswer_aboutSomethingMeanwhileDue_causesAnotherLookAtOnce() {
    put(ORDERS, "o1", Duration.ofMillis(100));
    store.hold();
    CompletableFuture<Claimed> answer = wait(ORDERS);

    clock.advance(Duration.ofMillis(100));
    store.answerAll();

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void missingWakeUp_isMadeGoodByTheNextLook() {
    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.mute = true;
    put(ORDERS, "o1");
    assertThat(answer).isNotDone();

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);

    assertThat(ids(answer)).containsExactly("o1");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "UNKNOWN"})
  void parkedClaim_whileTheStoreIsAway_waitsOnAndIsServedSoonAfterItsReturn(ErrorCode away) {
    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.mute = true;
    put(ORDERS, "o1");
    store.claimFailures.add(new BideException(away, "away"));
    store.claimFailures.add(new BideException(away, "still away"));

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL.plus(Line.AFTER_FAILURE));
    assertThat(store.claimFailures).isEmpty();
    assertThat(answer).isNotDone();
    clock.advance(Line.AFTER_FAILURE);

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void parkedClaim_whoseTimeIsUpWhileTheStoreIsAway_isAnsweredWithNothing() {
    CompletableFuture<Claimed> answer =
        engine.claim(Claim.from(ORDERS).waiting(EngineConfig.DEFAULT_LOOK_INTERVAL.plusMillis(1)));
    store.claimFailures.add(new BideException(ErrorCode.UNAVAILABLE, "away"));

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL.plusMillis(1));

    assertThat(ids(answer)).isEmpty();
    assertThat(engine.waitingClaims()).isZero();
  }

  @Test
  void claim_whileTheStoreIsAway_failsAtOnceAlsoIfItWouldWait() {
    store.claimFailures.add(new BideException(ErrorCode.UNAVAILABLE, "away"));

    assertThat(wait(ORDERS)).isCompletedExceptionally();
  }

  @Test
  void missingWakeUps_afterAFailedLook_areMadeGoodToo() {
    CompletableFuture<Claimed> fails = wait(ORDERS);
    store.claimFailures.add(new BideException(ErrorCode.CORRUPT, "damaged"));
    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);
    assertThat(fails).isCompletedExceptionally();

    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.mute = true;
    put(ORDERS, "o1");
    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);
    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void resumeAndRedrive_wakeEvenIfTheStoreDoesNotTell() {
    engine.put(Put.to(ORDERS).id("dead").maxAttempts(1).build()).join();
    Claimed claimed = engine.claim(Claim.from(ORDERS)).join();
    engine.release(claimed.deliveries().get(0).requireReceipt()).join();
    put(MAILS, "m1");
    engine.pause(MAILS).join();
    CompletableFuture<Claimed> redriven = wait(ORDERS);
    CompletableFuture<Claimed> resumed = wait(MAILS);
    store.mute = true;

    engine.redrive(Redrive.all(ORDERS)).join();
    engine.resume(MAILS).join();

    assertThat(ids(redriven)).containsExactly("dead");
    assertThat(ids(resumed)).containsExactly("m1");
  }

  @Test
  void failedLook_failsOnlyThoseItAskedFor() {
    List<CompletableFuture<Claimed>> answers = waiting(Line.MAX_PROBES + 1);
    store.claimFailures.add(new BideException(ErrorCode.CORRUPT, "damaged"));

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);

    assertThat(answers.subList(0, Line.MAX_PROBES))
        .allSatisfy(answer -> assertThat(answer).isCompletedExceptionally());
    CompletableFuture<Claimed> last = answers.get(Line.MAX_PROBES);
    assertThat(last).isNotDone();
    put(ORDERS, "o1");
    assertThat(ids(last)).containsExactly("o1");
  }

  @Test
  void lookThatNobodyExpected_asksForFew_andServesAllWhenItFindsSomething() {
    List<CompletableFuture<Claimed>> answers = waiting(100);
    store.mute = true;
    for (int i = 0; i < 100; i++) {
      put(ORDERS, "o" + i);
    }

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);

    assertThat(answers).allSatisfy(answer -> assertThat(ids(answer)).hasSize(1));
  }

  @Test
  void claims_whileOneIsInFlight_goTogetherInTheNextLook() {
    for (int i = 0; i < 51; i++) {
      put(ORDERS, "o" + i);
    }
    store.hold();
    List<CompletableFuture<Claimed>> answers = new ArrayList<>();
    for (int i = 0; i < 51; i++) {
      answers.add(engine.claim(Claim.from(ORDERS)));
    }
    assertThat(requests()).containsExactly(1);

    store.answerAll();

    assertThat(requests()).containsExactly(1, 50);
    for (int i = 0; i < 51; i++) {
      assertThat(ids(answers.get(i))).containsExactly("o" + i);
    }
  }

  @Test
  void claims_thatCameAfterALookWasSent_areNotAnsweredByIt() {
    store.hold();
    CompletableFuture<Claimed> before = engine.claim(Claim.from(ORDERS));
    store.mute = true;
    var unused = engine.put(Put.to(ORDERS).id("o1").build());
    CompletableFuture<Claimed> after = engine.claim(Claim.from(ORDERS));

    store.answerAll();

    assertThat(ids(before)).isEmpty();
    assertThat(ids(after)).containsExactly("o1");
  }

  @Test
  void manyParkedClaims_areServedByOneLookPerDueTime() {
    List<CompletableFuture<Claimed>> answers = waiting(100);
    for (int i = 0; i < 100; i++) {
      put(ORDERS, "o" + i, Duration.ofMillis(10));
    }
    store.claims.clear();

    clock.advance(Duration.ofMillis(10));

    assertThat(requests()).containsExactly(100);
    assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompleted());
  }

  @Test
  void newcomerInALongLine_costsAProbeAndDoesNotOvertake() {
    List<CompletableFuture<Claimed>> answers = waiting(100);
    store.claims.clear();
    CompletableFuture<Claimed> last = wait(ORDERS);
    assertThat(requests()).containsExactly(Line.MAX_PROBES);

    store.mute = true;
    put(ORDERS, "o1");
    assertThat(ids(engine.claim(Claim.from(ORDERS)))).isEmpty();

    assertThat(ids(answers.get(0))).containsExactly("o1");
    assertThat(last).isNotDone();
  }

  @Test
  void newcomerInALongLine_findsWhatIsLeftByThoseBeforeIt() {
    List<CompletableFuture<Claimed>> answers = waiting(20);
    store.mute = true;
    for (int i = 0; i < 21; i++) {
      put(ORDERS, "o" + i);
    }

    assertThat(ids(engine.claim(Claim.from(ORDERS)))).containsExactly("o20");
    assertThat(ids(answers.get(19))).containsExactly("o19");
  }

  @Test
  void wakeUp_forLaterThanTheAlarm_doesNotPutItOff() {
    put(ORDERS, "o1", Duration.ofMillis(100));
    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.listener().due(ORDERS, Duration.ofSeconds(3));

    clock.advance(Duration.ofMillis(100));

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void tenThousandParkedClaims_costOneLookPerIntervalAndAreStillServed() {
    List<CompletableFuture<Claimed>> answers = waiting(10_000);
    assertThat(engine.waitingClaims()).isEqualTo(10_000);
    store.claims.clear();

    clock.advance(Duration.ofMinutes(1));
    assertThat(store.claims).hasSize(12);
    // Besides the time-outs: one alarm, one sweep.
    assertThat(clock.waiting()).isEqualTo(10_002);

    store.claims.clear();
    put(ORDERS, "o1");
    assertThat(ids(answers.get(0))).containsExactly("o1");
    assertThat(store.claims).hasSize(1);
  }

  @Test
  void more_isAskedForAtOnceAndNeverParkedOn() {
    store.scriptedClaims.add(new ClaimReply(clock.instant(), List.of(NOTHING), true));
    store.scriptedClaims.add(new ClaimReply(clock.instant(), List.of(NOTHING), true));
    put(ORDERS, "o1");

    assertThat(ids(engine.claim(Claim.from(ORDERS)))).containsExactly("o1");
    assertThat(store.claims).hasSize(3);
  }

  @Test
  void whatAnAtMostOnceClaimLeavesOver_goesToTheNextAtOnce() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    CompletableFuture<Claimed> first = engine.claim(waitingForOneItem());
    CompletableFuture<Claimed> second = engine.claim(waitingForOneItem());
    Put item = Put.to(ORDERS)
        .id("u")
        .delay(Duration.ofMillis(5))
        .merge(MergeOptions.KEEP)
        .build();
    engine.put(List.of(item, item)).join();

    clock.advance(Duration.ofMillis(5));

    assertThat(ids(first)).containsExactly("u");
    assertThat(ids(second)).containsExactly("u");
  }

  private static Claim waitingForOneItem() {
    return Claim.from(ORDERS).max(10).maxItems(1).waiting(LONG);
  }

  @Test
  void storeThatDisagreesWithItself_isNotAskedWithoutEnd() {
    Grant readyButNotHandedOut = new Grant(List.of(), clock.instant());
    for (int i = 0; i < 3; i++) {
      store.scriptedClaims.add(
          new ClaimReply(clock.instant(), List.of(readyButNotHandedOut), false));
    }

    CompletableFuture<Claimed> answer = wait(ORDERS);

    assertThat(store.claims).hasSize(1);
    clock.advance(Duration.ofMillis(1));
    assertThat(store.claims).hasSize(2);
    assertThat(answer).isNotDone();
  }

  @Test
  void wrongNumberOfGrants_failsTheClaimAndNotTheLine() {
    store.scriptedClaims.add(new ClaimReply(clock.instant(), List.of(), false));

    assertThat(engine.claim(Claim.from(ORDERS))).isCompletedExceptionally();
    put(ORDERS, "o1");
    assertThat(ids(engine.claim(Claim.from(ORDERS)))).containsExactly("o1");
  }

  @Test
  void waiterOfTwoTopics_isNotAskedForByBothAtOnce() {
    CompletableFuture<Claimed> answer = wait(ORDERS, MAILS);
    store.hold();
    store.claims.clear();
    var unused1 = engine.put(Put.to(ORDERS).id("o1").build());
    var unused2 = engine.put(Put.to(MAILS).id("m1").build());

    assertThat(topics()).containsExactly(ORDERS);
    store.answerAll();

    assertThat(ids(answer)).containsExactly("o1");
    assertThat(ids(engine.claim(Claim.from(MAILS)))).containsExactly("m1");
  }

  @Test
  void waiterOfTwoTopics_isServedByTheOneThatMissedIt() {
    CompletableFuture<Claimed> answer = wait(ORDERS, MAILS);
    store.hold();
    // A false alarm in one topic while something is put into the other.
    store.listener().due(ORDERS, Duration.ZERO);
    var unused = engine.put(Put.to(MAILS).id("m1").build());
    assertThat(answer).isNotDone();

    store.answerAll();

    assertThat(ids(answer)).containsExactly("m1");
  }

  @Test
  void waiterOfTwoTopics_isServedByTheFirstWhileItAsksTheSecond() {
    store.hold();
    CompletableFuture<Claimed> answer = wait(ORDERS, MAILS);
    store.answerOne();
    assertThat(topics()).containsExactly(ORDERS, MAILS);
    // The answer of the second is under way, and with it the claim.
    var unused = engine.put(Put.to(ORDERS).id("o1").build());

    store.answerAll();

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void waiterById_watchesTheTopicBeforeItsLookAndNoLongerThanNeeded() {
    CompletableFuture<Claimed> one = engine.claim(Claim.from(ORDERS).id("a").waiting(LONG));
    CompletableFuture<Claimed> two = engine.claim(Claim.from(ORDERS).id("b").waiting(LONG));
    assertThat(store.watches).containsExactly("orders true");

    put(ORDERS, "a");
    put(ORDERS, "b");
    assertThat(ids(one)).containsExactly("a");
    assertThat(ids(two)).containsExactly("b");
    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);

    assertThat(store.watches).containsExactly("orders true", "orders false");
  }

  @Test
  void claimById_thatDoesNotWait_watchesNothing() {
    assertThat(ids(engine.claim(Claim.from(ORDERS).id("a")))).isEmpty();

    assertThat(store.watches).isEmpty();
  }

  @Test
  void cancelledWhileClaimed_isUnclaimed() {
    put(ORDERS, "o1");
    store.hold();
    CompletableFuture<Claimed> answer = engine.claim(Claim.from(ORDERS));
    answer.cancel(true);
    store.answerAll();

    Message message = engine.peek(ORDERS, "o1").join().orElseThrow();
    assertThat(message.state()).isEqualTo(State.READY);
    assertThat(message.attempts()).isZero();
  }

  @Test
  void cancelledWhileParkedAndClaimed_isUnclaimed() {
    CompletableFuture<Claimed> answer = wait(ORDERS, MAILS);
    store.hold();
    var unused = engine.put(Put.to(ORDERS).id("o1").build());
    answer.cancel(true);
    assertThat(engine.waitingClaims()).isZero();
    store.answerAll();

    assertThat(engine.peek(ORDERS, "o1").join().orElseThrow().attempts()).isZero();
    assertThat(ids(engine.claim(Claim.from(ORDERS)))).containsExactly("o1");
  }

  @Test
  void cancelledAtMostOnce_whoseIdWasTakenMeanwhile_leavesTheNewerOne() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    engine.put(Put.to(ORDERS).id("o1").body("old").build()).join();
    store.hold();
    CompletableFuture<Claimed> gone = engine.claim(Claim.from(ORDERS));
    CompletableFuture<PutResult> newer =
        engine.put(Put.to(ORDERS).id("o1").body("new").build());
    gone.cancel(true);
    store.answerAll();

    assertThat(newer.join().stored()).isTrue();
    Claimed claimed = engine.claim(Claim.from(ORDERS).max(5)).join();
    assertThat(claimed.messages())
        .extracting(message -> message.body().asText())
        .containsExactly("new");
  }

  @Test
  void unclaimed_goesToTheNextWhoWaits() {
    CompletableFuture<Claimed> gone = wait(ORDERS);
    CompletableFuture<Claimed> next = wait(ORDERS);
    store.hold();
    var unused = engine.put(Put.to(ORDERS).id("o1").build());
    gone.cancel(true);

    store.answerAll();

    assertThat(ids(next)).containsExactly("o1");
  }

  @Test
  void timeIsUpWhileClaimed_isStillServed() {
    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.hold();
    var unused = engine.put(Put.to(ORDERS).id("o1").build());
    clock.advance(LONG);
    assertThat(answer).isNotDone();

    store.answerAll();

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void timeIsUpDuringALookInVain_isAnsweredAfterIt() {
    CompletableFuture<Claimed> answer = wait(ORDERS);
    store.hold();
    store.listener().due(ORDERS, Duration.ZERO);
    clock.advance(LONG);
    assertThat(answer).isNotDone();

    store.answerAll();

    assertThat(ids(answer)).isEmpty();
    assertThat(engine.waitingClaims()).isZero();
  }

  @Test
  void failureInALaterTopic_doesNotLoseWhatAnEarlierOneGave() {
    put(ORDERS, "o1");
    store.hold();
    CompletableFuture<Claimed> answer = engine.claim(Claim.from(ORDERS, MAILS).max(5));
    store.claimFailures.add(new BideException(ErrorCode.UNAVAILABLE, "away"));
    store.answerAll();

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  void tooManyWaitingClaims_areRefusedAndOthersGetThrough() {
    restart(EngineConfig.builder().maxWaitingClaims(2).build());
    CompletableFuture<Claimed> first = wait(ORDERS);
    CompletableFuture<Claimed> second = wait(ORDERS);
    put(MAILS, "m1");
    put(MAILS, "m2");

    assertThatThrownBy(() -> wait(MAILS).join())
        .cause()
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
        .hasMessageContaining("2 waiting claims");
    assertThat(ids(engine.claim(Claim.from(MAILS)))).containsExactly("m1");
    second.cancel(true);
    assertThat(ids(wait(MAILS))).containsExactly("m2");
    assertThat(first).isNotDone();
  }

  @Test
  void failedStore_failsParkedClaimsAndEveryCall() {
    CompletableFuture<Claimed> parked = wait(ORDERS, MAILS);
    BideException reason = new BideException(ErrorCode.UNAVAILABLE, "the disk is gone");

    store.listener().failed(reason);

    assertThatThrownBy(parked::join).hasCause(reason);
    assertThatThrownBy(() -> wait(ORDERS).join()).hasCause(reason);
    assertThatThrownBy(() -> put(ORDERS, "o1")).hasCause(reason);
    assertThat(engine.waitingClaims()).isZero();
  }

  @Test
  void idleTopics_leaveNothingBehind() {
    int before = clock.waiting();
    for (int i = 0; i < 50; i++) {
      wait(Topic.of("t" + i), Topic.of("u" + i)).cancel(true);
      assertThat(ids(engine.claim(Claim.from(Topic.of("v" + i))))).isEmpty();
    }

    clock.advance(EngineConfig.DEFAULT_LOOK_INTERVAL);
    store.claims.clear();
    clock.advance(Duration.ofMinutes(1));

    assertThat(clock.waiting()).isEqualTo(before);
    assertThat(store.claims).isEmpty();
  }

  @Test
  void largeClaims_doNotGoTogetherWithoutBound() {
    store.hold();
    for (int i = 0; i < 20; i++) {
      var unused = engine.claim(Claim.from(ORDERS).max(1_000));
    }
    store.answerOne();

    int asked =
        store.claims.get(1).requests().stream().mapToInt(ClaimRequest::max).sum();
    assertThat(asked).isBetween(Line.MAX_MESSAGES, Line.MAX_MESSAGES + 1_000);
  }

  @Test
  void rescheduledAway_staysParked() {
    put(ORDERS, "o1", Duration.ofSeconds(1));
    CompletableFuture<Claimed> answer = wait(ORDERS);
    engine.reschedule(ORDERS, "o1", Due.after(Duration.ofSeconds(2))).join();

    clock.advance(Duration.ofMillis(1_999));
    assertThat(answer).isNotDone();
    clock.advance(Duration.ofMillis(1));
    assertThat(ids(answer)).containsExactly("o1");
  }

  private List<CompletableFuture<Claimed>> waiting(int claims) {
    return IntStream.range(0, claims).mapToObj(i -> wait(ORDERS)).toList();
  }

  private List<Integer> requests() {
    return store.claims.stream().map(asked -> asked.requests().size()).toList();
  }

  private List<Topic> topics() {
    return store.claims.stream().map(HeldStore.Asked::topic).toList();
  }
}
