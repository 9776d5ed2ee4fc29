package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.testing.ManualClock;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private final Times times = new Times(new Terminal(
      InputStream.nullInputStream(),
      NOWHERE,
      NOWHERE,
      false,
      ZoneId.of("Europe/Berlin"),
      new ManualClock(),
      Map.of(),
      time -> {}));

  @ParameterizedTest
  @CsvSource({
    "2030-01-31T12:00:00Z, 2030-01-31T12:00:00Z",
    "2030-01-31T12:00:00.250+02:00, 2030-01-31T10:00:00.250Z",
    "2030-01-31T12:00, 2030-01-31T11:00:00Z",
    "2030-07-31T12:00:30, 2030-07-31T10:00:30Z",
    "2030-01-31, 2030-01-30T23:00:00Z",
    "now, 2030-01-01T00:00:00Z",
    "+90m, 2030-01-01T01:30:00Z",
    "-30m, 2029-12-31T23:30:00Z",
    "1893456000001, 2030-01-01T00:00:00.001Z"
  })
  void parse_ofATime_givesIt(String text, Instant expected) {
    assertThat(Instant.ofEpochMilli(times.parse(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "2030-13-01", "12:00", "+", "2030-01-31T25:00"})
  void parse_ofSomethingElse_saysWhatToWrite(String text) {
    assertThatThrownBy(() -> times.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is no time; write 2030-01-31T12:00:00Z, ");
  }

  @Test
  void show_namesTheLocalTimeAndHowFarItIs() {
    long now = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

    assertThat(times.show(now)).isEqualTo("2030-01-01T01:00:00.000+01:00 (now)");
    assertThat(times.show(now + 7_200_000)).isEqualTo("2030-01-01T03:00:00.000+01:00 (in 2h)");
    assertThat(times.show(now - 180_000)).isEqualTo("2030-01-01T00:57:00.000+01:00 (3m ago)");
  }
}
