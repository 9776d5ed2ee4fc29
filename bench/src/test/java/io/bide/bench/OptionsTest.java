package io.bide.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void withoutArguments_everythingHasItsDefault() {
    Options options = Options.parse(List.of());
    assertThat(options.callers()).isEqualTo(64);
    assertThat(options.batch()).isEqualTo(10);
    assertThat(options.wants("put")).isTrue();
    assertThat(options.pending()).isZero();
  }

  @Test
  void only_namesTheBenchmarks() {
    Options options = Options.parse(List.of("only=put,claim", "pending=10_000_000"));
    assertThat(options.wants("claim")).isTrue();
    assertThat(options.wants("burst")).isFalse();
    assertThat(options.pending()).isEqualTo(10_000_000);
  }

  @Test
  void thePasswordOfTheStore_isNotPrinted() {
    Options options = Options.parse(List.of("store=redis://me:se_cret@host:1"));
    assertThat(options.store()).isEqualTo("redis://me:se_cret@host:1");
    assertThat(options.toString()).contains("redis://***@host:1").doesNotContain("se_cret");
  }

  @Test
  void anUnknownOption_isRefusedWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.parse(List.of("caller=3")))
        .withMessageContaining("caller=3")
        .withMessageContaining("callers");
  }
}
