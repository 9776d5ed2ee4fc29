package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.client.WebhookException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the example that the specification's reference implementations are tested with. */
class WebhookVerifierTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final String TIME = "1614265330";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

  private final WebhookVerifier verifier = at(WebhookVerifier.of(SECRET), 0);

  private static WebhookVerifier at(WebhookVerifier verifier, long secondsLater) {
    Instant now = Instant.ofEpochSecond(Long.parseLong(TIME) + secondsLater);
    return verifier.clock(() -> now);
  }

  private static Reason reason(Runnable check) {
    return catchThrowableOfType(WebhookException.class, check::run).reason();
  }

  @Test
  void verify_ofWhatTheSecretHasSigned_isContent() {
    assertThatCode(() -> verifier.verify(ID, TIME, SIGNATURE, BODY)).doesNotThrowAnyException();
  }

  @Test
  void verify_byHeaders_looksThemUpByName() {
    Map<String, String> headers = Map.of(
        WebhookVerifier.ID, ID,
        WebhookVerifier.TIMESTAMP, TIME,
        WebhookVerifier.SIGNATURE, SIGNATURE);

    assertThatCode(() -> verifier.verify(headers::get, BODY)).doesNotThrowAnyException();
    assertThat(reason(() -> verifier.verify(name -> null, BODY))).isEqualTo(Reason.NOT_SIGNED);
  }

  @Test
  void verify_whileSecretsAreReplaced_takesEither() {
    WebhookVerifier both = at(WebhookVerifier.of(OTHER, SECRET), 0);

    assertThatCode(() -> both.verify(ID, TIME, SIGNATURE, BODY)).doesNotThrowAnyException();
    String two = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= " + SIGNATURE + " v2,other";
    assertThatCode(() -> verifier.verify(ID, TIME, two, BODY)).doesNotThrowAnyException();
  }

  @Test
  void verify_ofAnythingElse_isRefused() {
    byte[] changed = "{\"test\": 2432232315}".getBytes(StandardCharsets.UTF_8);
    String later = "1614265331";

    assertThat(reason(() -> verifier.verify(ID, TIME, SIGNATURE, changed)))
        .isEqualTo(Reason.WRONG_SIGNATURE);
    assertThat(reason(() -> verifier.verify("msg_other", TIME, SIGNATURE, BODY)))
        .isEqualTo(Reason.WRONG_SIGNATURE);
    assertThat(reason(() -> verifier.verify(ID, later, SIGNATURE, BODY)))
        .isEqualTo(Reason.WRONG_SIGNATURE);
    assertThat(reason(() -> at(WebhookVerifier.of(OTHER), 0).verify(ID, TIME, SIGNATURE, BODY)))
        .isEqualTo(Reason.WRONG_SIGNATURE);
    assertThat(reason(() -> verifier.verify(ID, TIME, "v2,abc", BODY)))
        .isEqualTo(Reason.WRONG_SIGNATURE);
    assertThat(reason(() -> verifier.verify(ID, TIME, "v1,-", BODY))).isEqualTo(Reason.MALFORMED);
    assertThat(reason(() -> verifier.verify(ID, "noon", SIGNATURE, BODY)))
        .isEqualTo(Reason.MALFORMED);
    assertThat(reason(() -> verifier.verify(ID, "9223372036854775807", SIGNATURE, BODY)))
        .isEqualTo(Reason.MALFORMED);
  }

  @Test
  void verify_ofWhatIsTooOldOrFromTheFuture_isRefused() {
    assertThatCode(() -> at(verifier, 300).verify(ID, TIME, SIGNATURE, BODY))
        .doesNotThrowAnyException();
    assertThat(reason(() -> at(verifier, 301).verify(ID, TIME, SIGNATURE, BODY)))
        .isEqualTo(Reason.OUT_OF_TIME);
    assertThat(reason(() -> at(verifier, -301).verify(ID, TIME, SIGNATURE, BODY)))
        .isEqualTo(Reason.OUT_OF_TIME);
    assertThatCode(() ->
            at(verifier, 301).tolerance(Duration.ofMinutes(6)).verify(ID, TIME, SIGNATURE, BODY))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_c2hvcnQ=",
        "whsec_not-base64-not-base64-not-base64"
      })
  void secret_thatIsNone_isRefusedWithoutShowingIt(String secret) {
    assertThatThrownBy(() -> WebhookVerifier.of(secret))
        .isInstanceOf(BideException.class)
        .hasMessageStartingWith("secrets must be whsec_")
        .hasMessageNotContaining("MfKQ9")
        .hasMessageNotContaining("not-base64");
  }
}
