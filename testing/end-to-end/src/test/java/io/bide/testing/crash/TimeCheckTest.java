package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SettleResult;
import io.bide.State;
import org.junit.jupiter.api.Test;

class TimeCheckTest {
  private final Story story = new Story();

  @Test
  void aDeliveryAtItsDueTime_isClean() {
    story.ask(Story.put("a", 100), story.stored("a", 100));
    story.at(100).claim(story.handoutDueAt(100, "a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryOneMillisecondBeforeItsDueTime_isEarly() {
    story.ask(Story.put("a", 100), story.stored("a", 100));
    story.at(99).claim(story.handoutDueAt(100, "a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aDeliveryThatHidesItsDueTime_isEarly() {
    story.ask(Story.put("a", 100), story.stored("a", 100));
    story.at(99).claim(story.handoutDueAt(99, "a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aDeliveryBeforeTheEarliestDueTimeOfAPutOfUnknownOutcome_isEarly() {
    story.call(Story.put("a", 100));
    story.crash().at(99).claim(story.handoutDueAt(99, "a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aDueTimeBeforeTheDelayIsOver_isEarly() {
    story.ask(Story.put("a", 100), story.stored("a", 99));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aRepeatedPutWithTheFirstDueTime_isClean() {
    Reply.Stored first = story.stored("a", 0);
    story.ask(Story.tokenPut("a"), first).at(50).ask(Story.tokenPut("a"), first);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryBeforeTheDelayOfItsReleaseIsOver_isEarly() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 100);
    story.at(100).claim(story.handout("a", 2, 2));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aDeliveryWhenTheDelayOfItsReleaseIsOver_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 100);
    story.at(101).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aReleaseThatPromisesTooSoon_isEarly() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.ask(
        Story.settle(Call.Settle.Kind.RELEASE, "a", 1, 5_000_000),
        new Reply.Settled(SettleResult.Answer.OK, State.WAITING, 5));
    assertThat(story.broken()).contains(Invariant.EARLY);
  }

  @Test
  void aDeliveryBeforeItsNewDueTime_isEarly() {
    story.put("a").at(1).rescheduled("a", 100).at(50).claim(story.handout("a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.EARLY);
  }

  @Test
  void aDeliveryWhileItIsRescheduled_isClean() {
    story.put("a").at(1);
    long move = story.call(new Call.Reschedule(Story.TOPIC, "a", 100));
    story.claim(story.handout("a", 1, 1));
    story.at(2).answer(move, new Reply.Rescheduled(io.bide.RescheduleResult.Answer.LEASED, 0));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryAfterAnEarlierNewDueTime_isClean() {
    story.ask(Story.put("a", 500), story.stored("a", 500)).at(1).rescheduled("a", 10);
    story.at(11).claim(story.handoutDueAt(11, "a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryAfterItsExpiry_isFound() {
    story.ask(Story.ttlPut("a", 100), story.stored("a", 0));
    story.at(101).claim(story.handoutExpiringAt(100, "a", 1));
    assertThat(story.broken()).containsExactly(Invariant.AFTER_EXPIRY);
  }

  @Test
  void aDeliveryBeforeItsExpiry_isClean() {
    story.ask(Story.ttlPut("a", 100), story.stored("a", 0));
    story.at(99).claim(story.handoutExpiringAt(100, "a", 1));
    assertThat(story.check()).isEmpty();
  }
}
