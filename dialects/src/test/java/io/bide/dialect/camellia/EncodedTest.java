package io.bide.dialect.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedTest {
  private static @Nullable String decode(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
    byte[] decoded = Encoded.decode(bytes, 1, bytes.length - 1);
    return decoded == null ? null : new String(decoded, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"a+b,a b", "%41%62,Ab", "%e2%82%AC,€", "é,é", "%2B%26%3D%25,+&=%", "100%25,100%"})
  void decode_ofAText_isWhatIsMeant(String text, String expected) {
    assertThat(decode(text)).isEqualTo(expected);
  }

  @Test
  void decode_ofNothing_isEmpty() {
    assertThat(decode("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "a%", "a%4", "%4g", "%g4", "%-1", "%%41"})
  void decode_ofAPercentSignWithoutDigits_isRefused(String text) {
    assertThat(decode(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"%ff,\uFFFD", "a%C3b,a\uFFFDb"})
  void decode_ofWhatIsNoUtf8_isReplaced(String text, String expected) {
    assertThat(decode(text)).isEqualTo(expected);
  }
}
