package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.PushHeaders;
import io.bide.SigningSecret;
import io.bide.Subscription;
import io.bide.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small parts that push is made of. */
class PartsTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static boolean isJson(String text) {
    return JsonText.isValue(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-1.5e+10",
        "1E3",
        "\"\"",
        "\"a\\u00e9\\n\\/\"",
        "true",
        "false",
        "null",
        "[]",
        "{}",
        " [ 1 , 2 ] ",
        "{\"a\":{\"b\":[null,true]}}",
        "\"ü\"",
        "\n1\t"
      })
  void json_isRecognised(String text) {
    assertThat(isJson(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "+1",
        "0x1",
        "NaN",
        "'a'",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "tru",
        "nulll",
        "1 2",
        "[",
        "]",
        "{",
        "[1}",
        "\"a\"b",
        "true false"
      })
  void notJson_isRecognised(String text) {
    assertThat(isJson(text)).isFalse();
  }

  @Test
  void json_tooDeepOrNoText_isNone() {
    assertThat(isJson("[".repeat(400) + "]".repeat(400))).isTrue();
    assertThat(isJson("[".repeat(100_000) + "]".repeat(100_000))).isFalse();
    assertThat(JsonText.isValue(new byte[] {'"', (byte) 0xFF, '"'})).isFalse();
  }

  @Test
  void retryAfter_isReadAsSecondsOrDate() {
    assertThat(RetryAfter.read("120", NOW)).isEqualTo(Duration.ofMinutes(2));
    assertThat(RetryAfter.read("Tue, 01 Jan 2030 00:01:00 GMT", NOW))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(RetryAfter.read("Mon, 31 Dec 2029 00:01:00 GMT", NOW)).isEqualTo(Duration.ZERO);
    assertThat(RetryAfter.read("999999999", NOW)).isEqualTo(RetryAfter.LONGEST);
    assertThat(RetryAfter.read("soon", NOW)).isNull();
    assertThat(RetryAfter.read("-5", NOW)).isNull();
    assertThat(RetryAfter.read(null, NOW)).isNull();
  }

  @Test
  void subscription_isReadAsItWasWritten() {
    Subscription written = Subscription.of(
            Topic.of("a/b c", "x/y ü%"), Endpoint.Url.parse("PUT", "https://example.com/?q=%20+"))
        .headers(new PushHeaders(Map.of("X-A", "1 2%\t3", "Authorization", "Basic x==")))
        .concurrency(7)
        .perSecond(9)
        .timeout(Duration.ofMillis(1_234))
        .format(Subscription.Format.CLOUD_EVENTS)
        .secrets(List.of(SigningSecret.random(), SigningSecret.random()))
        .disabled("line 1\nline 2")
        .build();

    String key = SubscriptionText.key(written.topic());
    assertThat(SubscriptionText.read(key, SubscriptionText.write(written))).isEqualTo(written);
  }

  @Test
  void subscriptionToAService_isReadAsItWasWritten() {
    Subscription written = Subscription.of(
            Topic.of("t"), new Endpoint.Service("POST", "mailer", "digest", "/work"))
        .build();
    String key = SubscriptionText.key(written.topic());
    assertThat(SubscriptionText.read(key, SubscriptionText.write(written))).isEqualTo(written);
  }

  @Test
  void damagedSubscription_isLoud() {
    assertThatThrownBy(() -> SubscriptionText.read("subscription/default/t", "concurrency 5\n"))
        .isInstanceOfSatisfying(
            BideException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.CORRUPT));
  }

  @Test
  void secret_isNotShown() {
    SigningSecret secret = SigningSecret.random();
    assertThat(secret.toString()).doesNotContain(secret.text().substring(6));
    assertThatThrownBy(() -> SigningSecret.parse("whsec_c2hvcnQ="))
        .hasMessageNotContaining("c2hvcnQ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Bide-Id",
        "webhook-signature",
        "ce-id",
        "a b",
        "",
        "a:b",
        "x\r\ny",
        "ü"
      })
  void headerThatIsNotForCallers_isRefused(String name) {
    assertThatThrownBy(() -> new PushHeaders(Map.of(name, "x"))).isInstanceOf(BideException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb", "a\nb", "\u0000", "é"})
  void headerValueThatBreaksTheLine_isRefused(String value) {
    assertThatThrownBy(() -> new PushHeaders(Map.of("X-A", value)))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("line break");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "post", "CONNECT", "TRACE", "GET ", "P\r\nX", "FOO"})
  void methodThatIsNone_isRefused(String method) {
    assertThatThrownBy(() -> Endpoint.Url.parse(method, "https://example.com/"))
        .hasMessageContaining("method must be one of");
  }

  @Test
  void topicOfAnEndpoint_isItsOwn() {
    String longHost = ("a".repeat(60) + ".").repeat(4) + "com";
    Topic one = Endpoint.Url.parse("POST", "https://" + longHost + "/1").topic("default");
    Topic two = Endpoint.Url.parse("POST", "https://" + longHost + "/2").topic("default");
    Topic three = Endpoint.Url.parse("PUT", "https://" + longHost + "/1").topic("default");
    assertThat(List.of(one, two, three)).doesNotHaveDuplicates();
    assertThat(new Endpoint.Service("POST", "a/b", "c!d", "/").topic("n").name())
        .isEqualTo("push/service/a%2Fb/c%21d");
  }
}
