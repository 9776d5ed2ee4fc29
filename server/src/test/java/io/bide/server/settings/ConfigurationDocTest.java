package io.bide.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationDocTest {
  private static final String BEGIN = "<!-- table: written by ConfigurationDocTest -->\n";
  private static final String END = "<!-- end of table -->";

  /** With {@code -Dbide.write-docs} the table is written instead of compared. */
  @Test
  void table_inTheDocument_isTheOneOfTheCode() throws IOException {
    Path document = Path.of("..", "docs", "configuration.md");
    String text = Files.readString(document);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);

    if (System.getProperty("bide.write-docs") != null) {
      Files.writeString(document, text.substring(0, from) + table() + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(table());
    }
  }

  private static String table() {
    return Catalogue.ALL.stream()
        .map(ConfigurationDocTest::row)
        .collect(Collectors.joining("\n", """
            | key in the file | option | variable | default | allowed | what it is |
            |---|---|---|---|---|---|
            """, "\n"));
  }

  private static String row(Setting<?> setting) {
    return "| `" + setting.key() + "` | `" + setting.option() + "` | `" + setting.variable()
        + "` | "
        + (setting.initial() == null ? escape(setting.otherwise()) : "`" + setting.initial() + "`")
        + " | " + escape(setting.kind().allowed()) + " | " + setting.about() + " |";
  }

  private static String escape(String text) {
    return text.replace("<", "&lt;").replace("|", "\\|");
  }
}
