package io.bide.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MsgPackTest {
  private static Map<String, Object> map(String hex) {
    return MsgPack.map(HexFormat.of().parseHex(hex));
  }

  @ParameterizedTest
  @CsvSource({
    "00,0",
    "7f,127",
    "ff,-1",
    "e0,-32",
    "ccff,255",
    "cdffff,65535",
    "ceffffffff,4294967295",
    "cf0000000100000000,4294967296",
    "d080,-128",
    "d18000,-32768",
    "d280000000,-2147483648",
    "d38000000000000000,-9223372036854775808"
  })
  void map_withANumber_readsIt(String hex, long number) {
    assertThat(map("81a133" + hex)).containsEntry("3", number);
    assertThat(map("de0001a133" + hex)).containsEntry("3", number);
    assertThat(map("df00000001d90133" + hex)).containsEntry("3", number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a2c3a4",
        "d902c3a4",
        "da0002c3a4",
        "db00000002c3a4",
        "c402c3a4",
        "c50002c3a4",
        "c600000002c3a4"
      })
  void map_withAText_readsIt(String hex) {
    assertThat((byte[]) map("81a131" + hex).get("1")).asString().isNotEmpty();
    assertThat(Member.text((byte[]) map("81a131" + hex).get("1"))).isEqualTo("ä");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "80ff",
        "81",
        "81a1",
        "81a131",
        "81a131d9",
        "81a131db7fffffff",
        "81a131dbffffffff",
        "81a131c0",
        "81a131ca00000000",
        "8101a131",
        "81a1ffa131",
        "93010203",
        "df7fffffff",
        "c1"
      })
  void map_ofSomethingElse_isNone(String hex) {
    assertThat(map(hex)).isNull();
  }

  @Test
  void map_thatIsEmpty_isEmpty() {
    assertThat(map("80")).isEmpty();
  }
}
