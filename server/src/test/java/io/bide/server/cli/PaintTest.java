package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaintTest {
  @Test
  void state_withoutColours_staysAsItIs() {
    assertThat(new Paint(false).state("dead")).isEqualTo("dead");
    assertThat(new Paint(true).state("dead")).isEqualTo("\u001b[31mdead\u001b[0m");
    assertThat(new Paint(true).state("other")).isEqualTo("other");
  }

  @Test
  void visible_ofControlCharacters_showsTheirNumber() {
    assertThat(Paint.visible("a\u001b[31m\r\n\t\u009bé😀"))
        .isEqualTo("a\\u001b[31m\\u000d\n\t\\u009bé😀");
  }

  @Test
  void visible_inOneLine_isCutAtItsLength() {
    assertThat(Paint.visible("a\nb\tc", 10)).isEqualTo("a\\nb\\tc");
    assertThat(Paint.visible("0123456789x", 10)).isEqualTo("012345678…");
  }

  @Test
  void table_alignsWhatIsPainted() {
    Table table =
        new Table(new Paint(true)).left("STATE", new Paint(true)::state).right("N");
    table.row(List.of("dead", "1"));
    table.row(List.of("waiting", "100"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    table.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "\u001b[1mSTATE      N\u001b[0m",
            "\u001b[31mdead\u001b[0m       1",
            "\u001b[36mwaiting\u001b[0m  100");
  }
}
