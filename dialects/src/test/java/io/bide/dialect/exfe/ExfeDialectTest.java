package io.bide.dialect.exfe;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import io.bide.Subscriptions;
import io.bide.dialect.Down;
import io.bide.dialect.FakeCall;
import io.bide.testing.Await;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What its clients are told when something is wrong here, and not with what they sent. */
class ExfeDialectTest {
  private static final String QUEUE = "/v3/queue/{key}/{method}/{service}";

  private static FakeCall.Answer push(Subscriptions subscriptions, ErrorCode queueFailsWith) {
    byte[] url = "https://example.com/digest".getBytes(StandardCharsets.UTF_8);
    FakeCall call = new FakeCall(
            new ExfeDialect(1_000, subscriptions), Down.queue(queueFailsWith), new byte[] {'1'})
        .path("key", "cross123_789")
        .path("method", "POST")
        .path("service", Base64.getUrlEncoder().encodeToString(url));
    return Await.value(call.send(QUEUE));
  }

  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, 503",
    "STORE_FULL, 503",
    "OVERLOADED, 503",
    "CLOSED, 503",
    "UNKNOWN, 503",
    "CORRUPT, 503",
    "FORBIDDEN, 403",
    "TOO_LARGE, 400"
  })
  void push_whenTheQueueFails_isToldSo(ErrorCode code, int status) {
    FakeCall.Answer answer = push(Down.willing(Subscriptions.class), code);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("text/plain; charset=utf-8");
    assertThat(answer.body()).isEqualTo("as planned\n");
  }

  @Test
  void push_whenTheServiceCannotBeChecked_isNotTheFaultOfTheCaller() {
    Subscriptions down = Down.failing(Subscriptions.class, ErrorCode.UNAVAILABLE);
    assertThat(push(down, ErrorCode.UNAVAILABLE).status()).isEqualTo(503);
  }

  @Test
  void push_toAServiceThatIsNotAllowed_isRefusedWithItsName() {
    Subscriptions strict = Down.failing(Subscriptions.class, ErrorCode.INVALID);
    FakeCall.Answer answer = push(strict, ErrorCode.UNAVAILABLE);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).startsWith("service(aHR0c").endsWith(") invalid: as planned\n");
  }
}
