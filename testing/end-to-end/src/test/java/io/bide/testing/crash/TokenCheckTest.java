package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.State;
import org.junit.jupiter.api.Test;

class TokenCheckTest {
  private final Story story = new Story();

  @Test
  void theFirstAnswerAgain_isClean() {
    Reply.Stored first = story.stored("a", 0);
    story.ask(Story.tokenPut("a"), first).at(5).ask(Story.tokenPut("a"), first);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anotherAnswer_isTwoMessages() {
    story.ask(Story.tokenPut("a"), story.stored("a", 0)).at(5);
    story.ask(Story.tokenPut("a"), story.stored("a", 0));
    assertThat(story.broken()).containsExactly(Invariant.TWO_MESSAGES);
  }

  @Test
  void aRepetitionThatIsADuplicate_isTwoMessages() {
    story.ask(Story.tokenPut("a"), story.stored("a", 0)).at(5);
    story.ask(Story.tokenPut("a"), new Reply.Duplicate());
    assertThat(story.broken()).containsExactly(Invariant.TWO_MESSAGES);
  }

  @Test
  void aRepetitionAfterAnUnknownOutcome_isClean() {
    story.call(Story.tokenPut("a"));
    story.crash().at(5).ask(Story.tokenPut("a"), story.stored("a", 0));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aRepetitionThatIsRefusedForNow_isClean() {
    story.ask(Story.tokenPut("a"), story.stored("a", 0)).at(5);
    story.ask(Story.tokenPut("a"), new Reply.Failed("OVERLOADED", true));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anItemThatACancelMayHaveRemoved_isCleanWithAnotherAnswer() {
    Call.Put put = new Call.Put(Story.TOPIC, "m", "x", "token", Call.Merge.KEEP, 0, 0, 0);
    story.ask(put, story.stored("m", 0));
    story.ask(Story.cancel("m"), new Reply.Cancelled(CancelResult.Answer.LEASED, 1));
    story.at(5).ask(put, story.stored("m", 0));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void oneBodyUnderTwoIds_isTwoMessages() {
    Call.Put put = new Call.Put(Story.TOPIC, null, "a", "token", Call.Merge.NONE, 0, 0, 0);
    story.ask(put, story.stored("id1", 0)).at(1).ask(put, story.stored("id2", 0));
    assertThat(story.broken()).containsExactly(Invariant.TWO_MESSAGES);
  }

  @Test
  void oneRepeatedPutThatEndedTwice_isTwoMessages() {
    story.call(Story.tokenPut("a"));
    story.crash().at(1).ask(Story.tokenPut("a"), story.stored("a", 0));
    story.at(2).cancelled("a");
    story.listed("a", State.CANCELLED, 0).listed("a", State.CANCELLED, 0).complete();
    assertThat(story.broken()).containsExactly(Invariant.TWO_MESSAGES);
  }

  @Test
  void oneItemTwiceInADelivery_isADuplicate() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 1, "x", "x"));
    assertThat(story.broken()).containsExactly(Invariant.DUPLICATE);
  }

  @Test
  void oneRepeatedItemTwiceInADelivery_isTwoMessages() {
    Call.Put put = new Call.Put(Story.TOPIC, "m", "x", "token", Call.Merge.KEEP, 0, 0, 0);
    story.call(put);
    story.crash().ask(put, story.stored("m", 0)).at(1);
    story.claim(story.handout("m", 1, 1, "x", "x"));
    assertThat(story.broken()).containsExactly(Invariant.TWO_MESSAGES);
  }
}
