package io.bide.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonOutTest {
  private static String written(JsonOut out) {
    return out.toBuffer().toString(StandardCharsets.UTF_8);
  }

  @Test
  void commas_standBetweenValuesOnly() {
    JsonOut out = new JsonOut(1).beginObject();
    out.name("a").beginArray().number(1).text("x").beginObject().endObject().endArray();
    out.name("b").beginArray().endArray().field("c", true).field("d", -5).endObject();

    assertThat(written(out)).isEqualTo("{\"a\":[1,\"x\",{}],\"b\":[],\"c\":true,\"d\":-5}");
  }

  @Test
  void raw_standsAsItIs() {
    byte[] json = "{ \"x\" : [1 ] } ".getBytes(StandardCharsets.UTF_8);

    assertThat(written(new JsonOut(1).beginArray().raw(json).raw(json).endArray()))
        .isEqualTo("[{ \"x\" : [1 ] } ,{ \"x\" : [1 ] } ]");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 99, 100, 1893456000000L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void number_isWrittenInFull(long number) {
    assertThat(written(new JsonOut(1).beginArray().number(7).number(number).endArray()))
        .isEqualTo("[7," + number + "]");
  }

  @Test
  void text_isEscapedWhereJsonWantsIt() {
    String text = "\"\\/\b\f\n\r\t\u0000\u001f\u007f é€😀";
    String expected = "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f é€😀\"";

    assertThat(written(new JsonOut(1).text(text))).isEqualTo(expected);
    assertThat(written(new JsonOut(1).text(text.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(expected);
  }

  @Test
  void text_ofEveryCharacter_isTheSameAsItsBytes() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x3000 ? 1 : 0x101) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        all.appendCodePoint(point);
      }
    }
    byte[] utf8 = all.toString().getBytes(StandardCharsets.UTF_8);

    assertThat(written(new JsonOut(1).text(all.toString())))
        .isEqualTo(written(new JsonOut(1).text(utf8)));
  }

  @Test
  void base64_isQuoted() {
    assertThat(written(new JsonOut(1).base64(new byte[] {1, 2}))).isEqualTo("\"AQI=\"");
  }
}
