package io.bide.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Report REPORT = new Report(
      "2 cores",
      "some \"options\"",
      List.of(Row.of("put", 1234.5, "a \"note\"")),
      List.of(
          Bar.atLeast("put", 0.71, 0.6, "x the bare server"),
          Bar.atMost("late", 7.5, 5, "ms"),
          Bar.atLeast("nothing", Double.NaN, 1, "x")),
      List.of("beanstalkd is not installed"));

  @Test
  void table_saysWhatWasReachedWithTheFigure() {
    assertThat(REPORT.table().replaceAll(" +", " "))
        .contains("\nput 1,235 a \"note\"\n")
        .contains("\nreached put 0.71 x the bare server (at least 0.60)\n")
        .contains("\nnot reached late 7.50 ms (at most 5.00)\n")
        .contains("\nnot reached nothing NaN x (at least 1.00)\n")
        .endsWith("\nnote: beanstalkd is not installed\n");
  }

  @Test
  void json_isJson() throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(REPORT.json())) {
      while (parser.nextToken() != null) {
        assertThat(parser.currentToken()).isNotNull();
      }
    }
    assertThat(REPORT.json()).contains("\"figure\":0.710,\"atLeast\":0.6", "\"reached\":true");
  }
}
