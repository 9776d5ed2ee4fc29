package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StuckCheckTest {
  private static final Reply NOTHING = new Reply.Claimed(List.of());

  private final Story story = new Story();

  @Test
  void aWaitInVainWhileAMessageIsReady_isStuck() {
    long claim = story.call(Story.waitingClaim(20_000));
    story.at(5_000).put("a").at(20_000).answer(claim, NOTHING);
    assertThat(story.broken()).containsExactly(Invariant.STUCK);
  }

  @Test
  void aWaitThatIsServedLate_isStuck() {
    long claim = story.call(Story.waitingClaim(45_000));
    story.at(5_000).put("a").at(20_000);
    story.answer(claim, new Reply.Claimed(List.of(story.handout("a", 1, 1))));
    assertThat(story.broken()).containsExactly(Invariant.STUCK);
  }

  @Test
  void aWaitThatEndsWithTheProcessWhileAMessageIsReady_isStuck() {
    story.call(Story.waitingClaim(45_000));
    story.at(5_000).put("a").at(20_000).put("b").crash();
    assertThat(story.broken()).containsExactly(Invariant.STUCK);
  }

  @Test
  void aWaitInVainAfterARelease_isStuck() {
    story.put("a").claim(story.handout("a", 1, 1));
    long claim = story.call(Story.waitingClaim(45_000));
    story.released("a", 1, 100).at(20_000).answer(claim, NOTHING);
    assertThat(story.broken()).containsExactly(Invariant.STUCK);
  }

  @Test
  void aWaitThatIsServedAtOnce_isClean() {
    long claim = story.call(Story.waitingClaim(45_000));
    story.at(25_000).put("a").at(25_001);
    story.answer(claim, new Reply.Claimed(List.of(story.handout("a", 1, 1))));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aWaitInVainBeforeTheDueTime_isClean() {
    long claim = story.call(Story.waitingClaim(20_000));
    story.ask(Story.put("a", 45_000), story.stored("a", 45_000)).at(20_000).answer(claim, NOTHING);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aWaitInVainWhileSomebodyElseTookIt_isClean() {
    long claim = story.call(Story.waitingClaim(20_000));
    story.at(5_000).put("a").claim(story.handout("a", 1, 1)).acked("a", 1);
    story.at(20_000).answer(claim, NOTHING);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aWaitInVainWhileSomebodyElseMayHaveTakenIt_isClean() {
    long claim = story.call(Story.waitingClaim(20_000));
    story.at(5_000).put("a").call(Story.claim());
    story.at(20_000).answer(claim, NOTHING);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aWaitInVainAfterTheTtl_isClean() {
    long claim = story.call(Story.waitingClaim(20_000));
    story.ask(Story.ttlPut("a", 500), story.stored("a", 0)).at(20_000).answer(claim, NOTHING);
    assertThat(story.check()).isEmpty();
  }

  @Test
  void aCallThatIsNotAnswered_isStuck() {
    story.ask(Story.put("a", 0), new Reply.Failed(Reply.Failed.NO_ANSWER, false));
    assertThat(story.broken()).containsExactly(Invariant.STUCK);
  }
}
