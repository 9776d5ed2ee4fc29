package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpFramingTest {
  private static final String WHOLE =
      "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{\"a\":1}";

  private final Answer answer = new Answer();

  private boolean complete(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return new HttpFraming().complete(bytes, bytes.length, answer);
  }

  @Test
  void anAnswer_hasItsStatusAndContent() {
    assertThat(complete(WHOLE)).isTrue();
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.text()).isEqualTo("{\"a\":1}");
  }

  @Test
  void anAnswer_isCompleteWithItsLastByteAndNotBefore() {
    for (int length = 0; length < WHOLE.length(); length++) {
      assertThat(complete(WHOLE.substring(0, length))).as("%d bytes", length).isFalse();
    }
    assertThat(complete(WHOLE)).isTrue();
  }

  @Test
  void contentLength_isFoundInAnyCaseAndAnyPlace() {
    assertThat(complete("HTTP/1.1 200 OK\r\nContent-Length:2\r\nX-Other: 99\r\n\r\n{}"))
        .isTrue();
    assertThat(answer.text()).isEqualTo("{}");
  }

  @Test
  void anAnswerWithoutContent_endsWithItsHead() {
    assertThat(complete("HTTP/1.1 204 No Content\r\n\r\n")).isTrue();
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.text()).isEmpty();
  }

  @Test
  void bytesOfLongerBuffers_areNotLookedAt() {
    byte[] bytes = (WHOLE + "rubbish").getBytes(StandardCharsets.US_ASCII);
    assertThat(new HttpFraming().complete(bytes, WHOLE.length() - 1, answer)).isFalse();
  }

  @Test
  void chunks_areRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> complete("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
        .withMessageContaining("Content-Length");
  }

  @Test
  void anythingElse_isNoHttp() {
    assertThatIllegalStateException()
        .isThrownBy(() -> complete("SSH-2.0-OpenSSH_9.2\r\n\r\n"))
        .withMessageContaining("HTTP/1.1");
  }

  @Test
  void anUnexpectedStatus_isToldWithWhatTheServerSaid() {
    assertThat(complete("HTTP/1.1 429 Too Many\r\ncontent-length: 4\r\n\r\nbusy"))
        .isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> answer.require(200))
        .withMessage("the server answered 429 instead of 200: busy");
  }
}
