package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamesTest {
  private final ManualClock clock = new ManualClock();
  private final Names names = new Names(clock);

  @Test
  void ids_sortInTheOrderInWhichTheyWereMade() {
    List<String> before = Stream.generate(names::id).limit(1_000).toList();
    clock.advance(Duration.ofMillis(1));
    String later = names.id();

    assertThat(before).isSorted().doesNotHaveDuplicates();
    assertThat(later).isGreaterThan(before.get(999));
  }

  @Test
  void ids_keepTheirLengthAndOrder_throughTheAges() {
    String now = names.id();
    String then = new Names(() -> Instant.parse("2999-01-01T00:00:00Z")).id();

    assertThat(then).hasSameSizeAs(now).isGreaterThan(now);
  }

  @Test
  void clients_makeDifferentNames() {
    Names other = new Names(clock);

    assertThat(other.id()).isNotEqualTo(names.id());
    assertThat(other.token()).isNotEqualTo(names.token());
    assertThat(names.token()).isNotEqualTo(names.token());
    assertThat(names.ticket()).isNotEqualTo(names.ticket());
  }
}
