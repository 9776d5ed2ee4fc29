package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:9277",
        "ftp://localhost",
        "http://",
        "http://user:secret@localhost",
        "http://localhost?a=b",
        "http://local host"
      })
  void server_thatIsNone_isRefused(String text) {
    assertThatThrownBy(() -> BideClient.builder(text))
        .hasMessageStartingWith("servers")
        .hasMessageContaining("http://127.0.0.1:9277");
  }

  @Test
  void server_mayHaveAPathAndASlash() {
    assertThat(ClientConfig.server("https://example.org/bide/"))
        .hasToString("https://example.org/bide");
  }

  @Test
  void build_withoutSense_namesTheField() {
    BideClient.Builder builder = BideClient.builder("http://localhost");

    assertThatThrownBy(() -> BideClient.builder().build()).hasMessageStartingWith("servers");
    assertThatThrownBy(() -> builder.deadline(Duration.ZERO).build())
        .hasMessageStartingWith("deadline");
    assertThatThrownBy(() -> builder.deadline(Duration.ofSeconds(1)).retries(-1).build())
        .hasMessageStartingWith("retries");
    assertThatThrownBy(() -> builder.retries(0).apiKey("a b").build())
        .hasMessageStartingWith("apiKey");
  }

  @Test
  void text_doesNotShowTheKey() {
    ClientConfig config = new ClientConfig(
        java.util.List.of(ClientConfig.server("http://localhost")),
        "very-secret",
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        0,
        1,
        null);

    assertThat(config.toString()).contains("http://localhost").doesNotContain("very-secret");
  }
}
