package io.bide.bench.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  @Test
  void parse_ofNothing_wantsEverything() {
    Options options = Options.parse(List.of());

    assertThat(options.only()).containsExactly("put", "burst", "lateness", "kill");
    assertThat(options.burst()).isEqualTo(20_000);
  }

  @Test
  void parse_ofANumberWithUnderscores_readsIt() {
    assertThat(Options.parse(List.of("burst=1_000")).burst()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"only=puts", "rounds=0", "rounds=many", "turns=3", "burst"})
  void parse_ofWhatCannotBeRead_namesIt(String argument) {
    assertThatThrownBy(() -> Options.parse(List.of(argument)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(argument);
  }
}
