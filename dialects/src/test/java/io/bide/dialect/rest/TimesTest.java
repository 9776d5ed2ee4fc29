package io.bide.dialect.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "0ms, 0",
    "250ms, 250",
    "90s, 90000",
    "5m, 300000",
    "2h, 7200000",
    "7d, 604800000",
    "1h30m, 5400000",
    "1d2h3m4s5ms, 93784005",
    "007s, 7000"
  })
  void duration_ofNumbersWithUnits_isTheirSum(String text, long millis) {
    assertThat(Times.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "5", "s", "ms5", "5x", "5S", "-5s", "+5s", "5s 5ms", "5ms5s", "5s5s", "1.5s", "٣s",
        "5sm"
      })
  void duration_ofAnythingElse_saysWhatIsExpected(String text) {
    assertThatThrownBy(() -> Times.duration(text)).hasMessageContaining("must be a duration");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808ms", "9223372036854775807s", "106751991167d24h"})
  void duration_beyondAllNumbers_isOutOfRange(String text) {
    assertThatThrownBy(() -> Times.duration(text)).hasMessage("is out of range");
  }

  @Test
  void time_withAnOffset_isTheInstant() {
    assertThat(Times.time("2030-01-01T01:30:00.5+01:30"))
        .isEqualTo(Instant.parse("2030-01-01T00:00:00.500Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "now", "2030-01-01", "2030-01-01T00:00:00", "2030-02-30T00:00:00Z"})
  void time_withoutAnOffset_saysWhatIsExpected(String text) {
    assertThatThrownBy(() -> Times.time(text)).hasMessageContaining("must be a time");
  }
}
