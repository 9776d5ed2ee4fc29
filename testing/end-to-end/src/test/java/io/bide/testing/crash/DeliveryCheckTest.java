package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeliveryCheckTest {
  private final Story story = new Story();

  @Test
  void aMessageThatWasPut_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aMessageThatNobodyPut_isUnexpected() {
    story.claim(story.handout("a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.UNEXPECTED);
  }

  @Test
  void anotherBody_isUnexpected() {
    story.put("a").at(1).claim(story.handout("a", 1, 1, "damaged-a"));
    assertThat(story.broken()).containsExactly(Invariant.UNEXPECTED);
  }

  @Test
  void aDeliveryBeforeThePutIsCalled_isUnexpected() {
    story.at(1).claim(story.handout("a", 1, 1)).put("a");
    assertThat(story.broken()).contains(Invariant.UNEXPECTED);
  }

  @Test
  void aDeliveryAfterTheOnlyPutFailed_isAFailedPut() {
    story
        .ask(Story.put("a", 0), new Reply.Failed("STORE_FULL", true))
        .at(1)
        .claim(story.handout("a", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.FAILED_PUT);
  }

  @Test
  void aDeliveryAfterAPutOfUnknownOutcome_isClean() {
    story.call(Story.put("a", 0));
    story.crash().at(1).claim(story.handout("a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aDeliveryAfterAPutWithoutAnAnswerToTell_isClean() {
    story
        .ask(Story.put("a", 0), new Reply.Failed("UNKNOWN", false))
        .at(1)
        .claim(story.handout("a", 1, 1));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void moreAttemptsThanAllowed_breaksAttempts() {
    story.put("a").at(1).claim(story.handout("a", 1, Story.MAX_ATTEMPTS + 1));
    assertThat(story.broken()).containsExactly(Invariant.ATTEMPTS);
  }

  @Test
  void anAttemptNumberAgain_breaksAttempts() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 0);
    story.at(2).claim(story.handout("a", 2, 1));
    assertThat(story.broken()).containsExactly(Invariant.ATTEMPTS);
  }

  @Test
  void anAttemptNumberLeftOut_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 0);
    story.at(2).call(Story.claim());
    story.crash().at(2_000).claim(story.handout("a", 3, 3));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anAttemptNumberFromTheStart_ofWhatRemainsOfAMergedMessage_isClean() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 1, "x")).merge("m", "y");
    story.at(2).acked("m", 1).claim(story.handout("m", 2, 1, "y"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anAttemptNumberFromTheStart_ofAMergedMessageThatGoesOn_breaksAttempts() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 1, "x")).released("m", 1, 0);
    story.at(2).claim(story.handout("m", 2, 1, "x"));
    assertThat(story.broken()).containsExactly(Invariant.ATTEMPTS);
  }

  @Test
  void anAttemptNumberFromTheStart_afterALostClaimThatMayHaveBeenTheLast_isClean() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 2, "x"));
    goesOnAfterALostClaim();
    assertThat(story.check()).isEmpty();
  }

  @Test
  void anAttemptNumberFromTheStart_afterALostClaimThatWasNotTheLast_breaksAttempts() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 1, "x"));
    goesOnAfterALostClaim();
    assertThat(story.broken()).containsExactly(Invariant.ATTEMPTS);
  }

  private void goesOnAfterALostClaim() {
    story.at(2 * Story.LEASE).call(Story.claim());
    story.crash().at(4 * Story.LEASE).merge("m", "y");
    story.claim(story.handout("m", 3, 1, "y"));
  }

  @Test
  void aClaimDuringALease_isTwoLeases() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.at(Story.LEASE).claim(story.handout("a", 2, 2));
    assertThat(story.broken()).containsExactly(Invariant.TWO_LEASES);
  }

  @Test
  void aClaimDuringALeaseFromBeforeACrash_isTwoLeases() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).crash();
    story.at(Story.LEASE).claim(story.handout("a", 2, 2));
    assertThat(story.broken()).containsExactly(Invariant.TWO_LEASES);
  }

  @Test
  void aClaimWhenTheLeaseEnds_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.at(1 + Story.LEASE).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aClaimAfterARelease_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).released("a", 1, 0);
    story.at(2).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aClaimAfterAReleaseOfUnknownOutcome_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.call(Story.settle(Call.Settle.Kind.RELEASE, "a", 1, 0));
    story.crash().at(2).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aClaimDuringAnExtendedLease_isTwoLeases() {
    story.put("a").at(1).claim(story.handout("a", 1, 1)).extended("a", 1, 3_000);
    story.at(2_000).claim(story.handout("a", 2, 2));
    assertThat(story.broken()).containsExactly(Invariant.TWO_LEASES);
  }

  @Test
  void aClaimAfterAnExtensionThatMayHaveShortenedTheLease_isClean() {
    story.put("a").at(1).claim(story.handout("a", 1, 1));
    story.call(Story.settle(Call.Settle.Kind.EXTEND, "a", 1, 10));
    story.crash().at(12).claim(story.handout("a", 2, 2));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void oneFenceForTwoMessages_isADuplicate() {
    story.put("a").put("b").at(1);
    story.claim(story.handout("a", 1, 1)).claim(story.handout("b", 1, 1));
    assertThat(story.broken()).containsExactly(Invariant.DUPLICATE);
  }

  @Test
  void theSameDeliveryTwice_isADuplicate() {
    story.put("a").at(1);
    story.claim(story.handout("a", 1, 1)).claim(story.handout("a", 1, 1));
    assertThat(story.broken()).contains(Invariant.DUPLICATE);
  }
}
