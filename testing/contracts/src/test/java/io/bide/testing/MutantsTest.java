package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.bide.testing.random.RandomSequences;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A harness that finds nothing proves nothing: it must find each of these oracles with one broken rule. */
class MutantsTest {
  private static final long SEED = 1;
  private static final int SEQUENCES = 300;
  private static final int SHORT = 15;
  private static final Pattern SHRUNK = Pattern.compile("Shrunk to (\\d+) steps");

  static List<Mutant> mutants() {
    return Stream.of(LifeMutants.all(), HandingOutMutants.all(), SettlingMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void mutant_isFoundAndItsSequenceIsShort(Mutant mutant) {
    RandomSequences sequences = new RandomSequences(mutant::fixture);

    Throwable failure = catchThrowable(() -> sequences.run(SEED, SEQUENCES));

    assertThat(failure).as(mutant.name()).isInstanceOf(AssertionError.class);
    Matcher shrunk = SHRUNK.matcher(failure.getMessage());
    assertThat(shrunk.find()).isTrue();
    assertThat(Integer.parseInt(shrunk.group(1))).as(failure.getMessage()).isLessThan(SHORT);
  }
}
