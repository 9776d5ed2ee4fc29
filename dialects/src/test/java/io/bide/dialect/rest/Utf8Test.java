package io.bide.dialect.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "é€😀", "in\uFEFFside"})
  void text_isText(String text) {
    assertThat(Utf8.isText(text.getBytes(StandardCharsets.UTF_8))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uFEFF{}", "\u0000", "a\u0000é"})
  void text_thatAParserWouldTakeForSomethingElse_isNone(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThat(Utf8.isText(bytes)).isFalse();
    assertThat(Utf8.isValid(bytes)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c080", "eda080", "61c3", "80", "f4908080"})
  void bytes_thatAreNoText_areNone(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);

    assertThat(Utf8.isText(bytes)).isFalse();
    assertThat(Utf8.isValid(bytes)).isFalse();
  }
}
