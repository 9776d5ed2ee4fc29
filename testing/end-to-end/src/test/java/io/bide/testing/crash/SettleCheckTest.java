package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.SettleResult;
import io.bide.State;
import org.junit.jupiter.api.Test;

class SettleCheckTest {
  private final Story story = new Story();

  @Test
  void aDeliveryAfterAConfirmedAck_isAfterAck() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).acked("a", 1);
    story.crash().at(2_000).claim(story.handout("a", 2, 2));
    assertThat(story.broken()).containsExactly(Invariant.AFTER_ACK);
  }

  @Test
  void aDeliveryAfterAnAckOfUnknownOutcome_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.call(Story.ack("a", 1));
    story.crash().at(2_000).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anotherEndAfterAConfirmedAck_isAfterAck() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).acked("a", 1);
    story.listed("a", State.DEAD, Story.MAX_ATTEMPTS).complete();
    assertThat(story.broken()).containsExactly(Invariant.AFTER_ACK);
  }

  @Test
  void anItemThatAnAckCovered_isAfterAck() {
    story.merge("m", "x").merge("m", "y").at(1);
    story.claim(story.handout("m", 1, 1, "x")).acked("m", 1);
    story.at(2).claim(story.handout("m", 2, 1, "x", "y"));
    assertThat(story.broken()).containsExactly(Invariant.AFTER_ACK);
  }

  @Test
  void anItemThatAnAckDidNotCover_isClean() {
    story.merge("m", "x").merge("m", "y").at(1);
    story.claim(story.handout("m", 1, 1, "x")).acked("m", 1);
    story.at(2).claim(story.handout("m", 2, 1, "y"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryAfterAConfirmedCancel_isAfterCancel() {
    story.put("a").cancelled("a").at(1).claim(story.handout("a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.AFTER_CANCEL);
  }

  @Test
  void aDeliveryWhileItIsCancelled_isClean() {
    story.put("a").at(1);
    long cancel = story.call(new Call.Cancel(Story.TOPIC, "a", true));
    story.claim(story.handout("a", 1, 1));
    story.answer(cancel, new Reply.Cancelled(CancelResult.Answer.CANCELLED, 0));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryAfterACancelOfUnknownOutcome_isClean() {
    story.put("a");
    story.call(Story.cancel("a"));
    story.crash().at(1).claim(story.handout("a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anotherEndAfterAConfirmedCancel_isAfterCancel() {
    story.put("a").cancelled("a").listed("a", State.DEAD, Story.MAX_ATTEMPTS).complete();
    assertThat(story.broken()).containsExactly(Invariant.AFTER_CANCEL);
  }

  @Test
  void anItemPutAfterTheCancel_isClean() {
    story.merge("m", "x").cancelled("m").merge("m", "y").at(1);
    story.claim(story.handout("m", 1, 1, "y"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anItemPutBeforeTheCancelAndAgainAfterIt_isClean() {
    Call.Put put = new Call.Put(Story.TOPIC, "m", "x", "token", Call.Merge.KEEP, 0, 0, 0);
    story.ask(put, story.stored("m", 0));
    story.ask(Story.cancel("m"), new Reply.Cancelled(CancelResult.Answer.LEASED, 1));
    story.cancelled("m").at(1).ask(put, story.stored("m", 0));
    story.at(2).claim(story.handout("m", 1, 1, "x"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anItemPutBeforeTheCancel_isAfterCancel() {
    story.merge("m", "x").cancelled("m").merge("m", "y").at(1);
    story.claim(story.handout("m", 1, 1, "x", "y"));
    assertThat(story.broken()).containsExactly(Invariant.AFTER_CANCEL);
  }

  @Test
  void aReceiptAcceptedAfterTheNextClaim_isStale() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.at(2_000).claim(story.handout("a", 2, 2)).extended("a", 1, 10);
    assertThat(story.broken()).containsExactly(Invariant.STALE_RECEIPT);
  }

  @Test
  void aReceiptRefusedAfterTheNextClaim_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.at(2_000).claim(story.handout("a", 2, 2));
    story.ask(Story.ack("a", 1), Story.settled(SettleResult.Answer.STALE, State.LEASED));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aReceiptAcceptedAfterItsLeaseEnded_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).at(5_000).acked("a", 1);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aReceiptAcceptedAfterItsRelease_isStale() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 0).acked("a", 1);
    assertThat(story.broken()).containsExactly(Invariant.STALE_RECEIPT);
  }

  @Test
  void aReceiptAcceptedAfterItsAck_isStale() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).acked("a", 1).acked("a", 1);
    assertThat(story.broken()).containsExactly(Invariant.STALE_RECEIPT);
  }

  @Test
  void aReceiptAcceptedAfterACancel_isStale() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).cancelled("a").acked("a", 1);
    assertThat(story.broken()).containsExactly(Invariant.STALE_RECEIPT);
  }
}
