package io.bide.testing.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.StoreFixture;
import org.junit.jupiter.api.Test;

class GeneratorTest {
  private static final int FEW_HUNDRED = 300;

  @Test
  void steps_ofTheSameSeed_areTheSame() {
    assertThat(Generator.steps(7)).isEqualTo(Generator.steps(7)).hasSizeGreaterThanOrEqualTo(200);
    assertThat(Generator.steps(7)).isNotEqualTo(Generator.steps(8));
  }

  @Test
  void steps_writtenAsTextAndRead_areTheSame() {
    assertThat(Generator.steps(9))
        .allSatisfy(step -> assertThat(Step.parse(step.toString())).isEqualTo(step));
  }

  @Test
  void sequences_ofAFewHundredSeeds_meetEveryPossibleCaseAndNoOther() {
    RandomSequences sequences = new RandomSequences(StoreFixture::inMemory);
    sequences.run(1, FEW_HUNDRED);
    sequences.checkCoverage();
  }
}
