package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "250, PT0.25S",
    "250ms, PT0.25S",
    "90s, PT1M30S",
    "1h30m, PT1H30M",
    "7d, P7D",
    "1d2h3m4s5ms, P1DT2H3M4.005S"
  })
  void parse_ofADuration_givesIt(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "1.5s", "-1s", "s", "5 m", "99999999999999d"})
  void parse_ofSomethingElse_saysWhatToWrite(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no duration; write 250ms, 90s, 5m, 2h, 7d or 1h30m");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "1500, 1s500ms",
    "90000, 1m30s",
    "86400000, 1d",
    "90061001, 1d1h1m1s1ms"
  })
  void exact_namesEveryPart_andCanBeReadAgain(long millis, String expected) {
    assertThat(Durations.exact(millis)).isEqualTo(expected);
    assertThat(Durations.parse(expected).toMillis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1ms",
    "999, 999ms",
    "1000, 1s",
    "1999, 1s",
    "61000, 1m1s",
    "3599999, 59m59s",
    "7200000, 2h",
    "7199000, 1h59m",
    "90000000, 1d1h",
    "86400000, 1d",
    "86459000, 1d"
  })
  void rough_namesTheTwoLargestUnits(long millis, String expected) {
    assertThat(Durations.rough(millis)).isEqualTo(expected);
  }

  @Test
  void json_ofANumber_isMilliseconds_ofAnythingElseItsText() {
    assertThat(Durations.json("1500")).isEqualTo(1500L);
    assertThat(Durations.json("1h")).isEqualTo("1h");
    assertThat(Durations.json("unlimited")).isEqualTo("unlimited");
  }
}
