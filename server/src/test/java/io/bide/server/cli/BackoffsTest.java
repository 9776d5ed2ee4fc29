package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "immediate | \"immediate\"",
        "2m,10m,1h | \"2m,10m,1h\"",
        "fixed:30s | {\"fixed\":\"30s\"}",
        "fixed:500 | {\"fixed\":500}",
        "exponential:1s,10m | {\"exponential\":{\"initial\":\"1s\",\"max\":\"10m\"}}",
        "exponential:1s,10m,0.2"
            + " | {\"exponential\":{\"initial\":\"1s\",\"max\":\"10m\",\"jitter\":0.2}}"
      })
  void json_ofABackoff_isAsTheWireWantsIt(String text, String expected) {
    assertThat(Json.encode(Backoffs.json(text))).isEqualTo(expected);
  }

  @Test
  void json_ofHalfABackoff_saysWhatToWrite() {
    assertThatThrownBy(() -> Backoffs.json("exponential:1s"))
        .hasMessage("'exponential:1s' is no backoff; write " + Backoffs.FORMS);
    assertThatThrownBy(() -> Backoffs.json("exponential:1s,2s,much"))
        .hasMessage("the jitter 'much' is no number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"fixed\":30000} | fixed:30s",
        "{\"schedule\":[120000,600000,1500]} | 2m,10m,1s500ms",
        "{\"exponential\":{\"initial\":1000,\"max\":600000}} | exponential:1s,10m",
        "{\"exponential\":{\"initial\":1000,\"max\":600000,\"jitter\":0.5}} | exponential:1s,10m,0.5"
      })
  void text_ofABackoff_isAsPeopleWriteIt(String json, String expected) {
    assertThat(Backoffs.text(new JsonObject(json))).isEqualTo(expected);
  }

  @Test
  void text_ofImmediate_isTheWord() {
    assertThat(Backoffs.text("immediate")).isEqualTo("immediate");
  }
}
