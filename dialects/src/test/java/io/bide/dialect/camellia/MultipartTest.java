package io.bide.dialect.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {
  private static final String TYPE = "multipart/form-data; boundary=XX";

  private static List<String> read(String contentType, String body) {
    List<String> found = new ArrayList<>();
    Multipart.read(
        body.getBytes(StandardCharsets.UTF_8),
        contentType,
        (name, value) -> found.add(new String(name, StandardCharsets.UTF_8) + "="
            + new String(value, StandardCharsets.UTF_8)));
    return found;
  }

  private static String part(String head, String value) {
    return "--XX\r\n" + head + "\r\n\r\n" + value + "\r\n";
  }

  private static String named(String name, String value) {
    return part("Content-Disposition: form-data; name=\"" + name + "\"", value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TYPE,
        "multipart/form-data;boundary=\"XX\"",
        "multipart/form-data; charset=utf-8; Boundary=XX; x=y"
      })
  void parts_areParameters(String contentType) {
    String body = named("a", "1") + named("b", "é\r\n--X\r\n") + named("c", "") + "--XX--\r\n";

    assertThat(read(contentType, body)).containsExactly("a=1", "b=é\r\n--X\r\n", "c=");
  }

  @Test
  void parts_withMoreHeaders_areParameters() {
    String head = "Content-Type: text/plain\r\ncontent-disposition: form-data; name=\"a\"";

    assertThat(read(TYPE, "before\r\n" + part(head, "1") + "--XX--")).containsExactly("a=1");
  }

  @Test
  void files_areNoParameters() {
    String file = part("Content-Disposition: form-data; name=\"a\"; filename=\"f\"", "1");

    assertThat(read(TYPE, file + named("b", "2") + "--XX--")).containsExactly("b=2");
  }

  @Test
  void what_isBroken_endsIt() {
    assertThat(read("multipart/form-data", named("a", "1"))).isEmpty();
    assertThat(read(TYPE, "")).isEmpty();
    assertThat(read(TYPE, "--XX")).isEmpty();
    assertThat(read(TYPE, named("a", "1") + "--XX\r\nContent-Disposition: form-data; name=\"b\""))
        .containsExactly("a=1");
    assertThat(read(TYPE, named("a", "1") + "--XX\r\nContent-Disposition: x; name=\"b\"\r\n\r\n2"))
        .containsExactly("a=1");
  }
}
