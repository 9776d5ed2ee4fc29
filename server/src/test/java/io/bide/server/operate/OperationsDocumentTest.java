package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class OperationsDocumentTest {
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern SECTION = Pattern.compile("### (Bide\\w+)");
  private static final Pattern NATIVE =
      Pattern.compile("`((?:jvm|process|system|disk)_[a-z0-9_]+)`");

  private static String document() throws IOException {
    return Files.readString(Deployment.ROOT.resolve("docs/operations.md"));
  }

  private static List<String> find(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void table_ofMetrics_isTheOneInTheCode() throws IOException {
    String expected = Arrays.stream(Family.values())
        .map(OperationsDocumentTest::row)
        .collect(Collectors.joining(
            "\n", "| metric | type | labels | what |\n|---|---|---|---|\n", "\n\n"));

    assertThat(document()).contains(expected);
  }

  private static String row(Family family) {
    return String.format(
        "| `%s` | %s | %s | %s |",
        family.exposed(),
        family.type().name().toLowerCase(Locale.ROOT),
        family.labels(),
        family.help());
  }

  @Test
  void labels_ofEachMetric_areThoseThatAreScraped() {
    try (Bench bench = Bench.afterALife()) {
      String text = bench.scrapeText();
      for (Family family : Family.values()) {
        String name = family.exposed() + (family.type() == Family.Type.HISTOGRAM ? "_count" : "");
        MatchResult sample = Pattern.compile("(?m)^" + name + "(?:\\{(.*)\\})? [0-9]")
            .matcher(text)
            .results()
            .findFirst()
            .orElseThrow(() -> new AssertionError(name + " is not scraped"));
        assertThat(labels(sample.group(1)))
            .as(name)
            .containsExactlyInAnyOrderElementsOf(
                family.labels().isEmpty() ? List.of() : List.of(family.labels().split(", ", -1)));
      }
    }
  }

  private static List<String> labels(String text) {
    return text == null ? List.of() : find(Pattern.compile("(\\w+)=\""), text);
  }

  @Test
  void metricsOfTheMachine_thatAreNamed_areScraped() throws IOException {
    try (Bench bench = Bench.afterALife()) {
      assertThat(bench.scrape().types().keySet()).containsAll(find(NATIVE, document()));
    }
  }

  @Test
  void everyAlert_hasASectionThatSaysWhatToDo() throws IOException {
    assertThat(find(SECTION, document()))
        .isNotEmpty()
        .containsExactlyElementsOf(find(ALERT, Deployment.read("prometheus/bide.rules.yml")));
  }
}
