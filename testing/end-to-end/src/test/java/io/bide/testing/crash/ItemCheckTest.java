package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ItemCheckTest {
  private final Story story = new Story();

  @Test
  void itemsInTheOrderOfTheirPuts_areClean() {
    story.merge("m", "x").merge("m", "y").at(1).claim(story.handout("m", 1, 1, "x", "y"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void itemsInAnotherOrder_breakOrder() {
    story.merge("m", "x").merge("m", "y").at(1).claim(story.handout("m", 1, 1, "y", "x"));
    assertThat(story.broken()).contains(Invariant.ORDER);
  }

  @Test
  void anItemBeforeAnEarlierOne_inTwoDeliveries_breaksOrder() {
    story.merge("m", "x").merge("m", "y").at(1).claim(story.handout("m", 1, 1, "y"));
    story.acked("m", 1).at(2).claim(story.handout("m", 2, 1, "x"));
    assertThat(story.broken()).containsExactly(Invariant.ORDER);
  }

  @Test
  void itemsPutAtTheSameTime_areCleanInAnyOrder() {
    long x = story.call(Story.mergePut("m", "x"));
    long y = story.call(Story.mergePut("m", "y"));
    story.answer(x, story.stored("m", 0)).answer(y, story.stored("m", 0)).at(1);
    story.claim(story.handout("m", 1, 1, "y", "x"));
    assertThat(story.check()).isEmpty();
  }

  @Test
  void moreItemsAfterARelease_areClean() {
    story.merge("m", "x").at(1).claim(story.handout("m", 1, 1, "x")).merge("m", "y");
    story.released("m", 1, 0).at(2).claim(story.handout("m", 2, 2, "x", "y"));
    assertThat(story.check()).isEmpty();
  }
}
