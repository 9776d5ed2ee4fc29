package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpOptionsTest {
  @Test
  void withoutOptions_everythingHasItsDefault() {
    HttpOptions options = HttpOptions.builder().build();
    assertThat(options.scenarios()).containsExactlyInAnyOrder(Scenario.values());
    assertThat(options.connections()).isEqualTo(64);
    assertThat(options.startsServer()).isTrue();
  }

  @Test
  void aNumberBelowOne_isRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpOptions.builder().putBatch(0).build())
        .withMessage("put-batch is 0; it must be at least 1");
  }

  @Test
  void aNegativeWarmup_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpOptions.builder().warmup(-1).build())
        .withMessageContaining("warmup is -1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:9277", "https://localhost", "http://host/path", "http://h?x=1", "::"})
  void aUrlThatCannotBeUsed_isRefusedWithOneThatCan(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpOptions.builder().url(url).build())
        .withMessageContaining(url)
        .withMessageContaining("http://127.0.0.1:9277");
  }

  @Test
  void aKeyWithoutUrl_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpOptions.builder().key("secret").build())
        .withMessageContaining("url");
  }

  @Test
  void theKey_isNotPrinted() {
    HttpOptions options =
        HttpOptions.builder().url("http://host:1").key("secret").build();
    assertThat(options.toString()).contains("http://host:1").doesNotContain("secret");
  }

  @Test
  void thePasswordOfTheStore_isNotPrinted() {
    HttpOptions options =
        HttpOptions.builder().store("redis://me:secret@host:1").build();
    assertThat(options.toString()).contains("redis://***@host:1").doesNotContain("secret");
  }

  @Test
  void aStoreForAServerThatIsThere_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            HttpOptions.builder().url("http://host:1").store("redis://host:1").build())
        .withMessageContaining("give a store or a url");
  }

  @Test
  void scenarios_haveTheirNamesOnTheCommandLine() {
    assertThat(Scenario.of("idle-polls")).isEqualTo(Scenario.IDLE_POLLS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scenario.of("idle"))
        .withMessage(
            "there is no scenario idle; there are [put, cycle, late, burst, idle-polls, client, push]");
  }
}
