package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.State;
import org.junit.jupiter.api.Test;

class EndCheckTest {
  private final Story story = new Story();

  @Test
  void aMessageThatIsDone_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).acked("a", 1);
    story.counted(State.DONE, 1).listed("a", State.DONE, 1).complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aStoredMessageThatIsNowhere_isLost() {
    story.put("a").complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void aPutOfUnknownOutcomeThatIsNowhere_isClean() {
    story.call(Story.put("a", 0));
    story.crash().complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aPutOfUnknownOutcomeThatWasDeliveredAndIsNowhere_isLost() {
    story.call(Story.put("a", 0));
    story.crash().at(1).claim(story.handout("a", 1, 1)).complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void aMessageThatIsDoneWithoutAnAck_isLost() {
    story
        .put("a")
        .at(1)
        .claim(story.handout("a", 1, 1))
        .listed("a", State.DONE, 1)
        .complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void aMessageThatIsDoneAfterAnAckOfUnknownOutcome_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.call(Story.ack("a", 1));
    story.crash().listed("a", State.DONE, 1).complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aMessageThatExpiredWithoutATtl_isLost() {
    story.put("a").listed("a", State.EXPIRED, 0).complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void aMessageThatExpiredByItsTtl_isClean() {
    story.ask(Story.ttlPut("a", 5), story.stored("a", 0));
    story.listed("a", State.EXPIRED, 0).complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aMessageThatDiedBeforeItsLastAttempt_isLost() {
    story.put("a").listed("a", State.DEAD, 1).complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void aMessageThatDiedAfterItsLastAttempt_isClean() {
    story.put("a").listed("a", State.DEAD, Story.MAX_ATTEMPTS).complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aMessageThatWasCancelledByNobody_isLost() {
    story.put("a").listed("a", State.CANCELLED, 0).complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void anEndThatForgotAnAttempt_breaksAttempts() {
    story.ask(Story.ttlPut("a", 5), story.stored("a", 0));
    story.at(1).claim(story.handout("a", 1, 1)).listed("a", State.EXPIRED, 0).complete();
    assertThat(story.broken()).containsExactly(Invariant.ATTEMPTS);
  }

  @Test
  void anItemThatIsNowhere_isLost() {
    story.merge("m", "x").merge("m", "y").at(1);
    story.claim(story.handout("m", 1, 1, "x")).acked("m", 1);
    story.listed("m", State.DONE, 1, "x").complete();
    assertThat(story.broken()).containsExactly(Invariant.LOST);
  }

  @Test
  void anItemThatACancelRemoved_isClean() {
    story.merge("m", "x").merge("m", "y").at(1).claim(story.handout("m", 1, 1, "x"));
    story.ask(Story.cancel("m"), new Reply.Cancelled(CancelResult.Answer.LEASED, 1));
    story.acked("m", 1).listed("m", State.DONE, 1, "x").complete();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void somethingListedThatNobodyPut_isUnexpected() {
    story.listed("a", State.DEAD, Story.MAX_ATTEMPTS).complete();
    assertThat(story.broken()).containsExactly(Invariant.UNEXPECTED);
  }

  @Test
  void somethingListedWhosePutFailed_isAFailedPut() {
    story.ask(Story.put("a", 0), new Reply.Failed("STORE_FULL", true));
    story.listed("a", State.DEAD, Story.MAX_ATTEMPTS).complete();
    assertThat(story.broken()).containsExactly(Invariant.FAILED_PUT);
  }

  @Test
  void aCountOfWhatIsNotThere_breaksCounts() {
    story.counted(State.READY, 1).complete();
    assertThat(story.broken()).containsExactly(Invariant.COUNTS);
  }

  @Test
  void noCountOfWhatIsThere_breaksCounts() {
    story.put("a").cancelled("a").counted(State.CANCELLED, 0);
    story.listed("a", State.CANCELLED, 0).complete();
    assertThat(story.broken()).containsExactly(Invariant.COUNTS);
  }
}
