package io.bide.server.camellia;

import static io.bide.server.camellia.CamelliaBench.found;
import static io.bide.server.camellia.CamelliaBench.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a message that is sent. */
interface SendCases extends CamelliaBench {
  String FAILED = "{\"code\":500,\"msg\":null,\"delayMsg\":null}";
  String REFUSED = "{\"code\":400,\"msg\":null,\"delayMsg\":null}";

  @Test
  default void send_withADelay_waits() {
    send("a", 5_000).is(found(message("a", 5_000, 0, 1)));
    look("a").is(found(message("a", 5_000, 0, 1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  default void send_withoutDelay_isReadyAtOnce(long delay) {
    send("a", delay).is(found(message("a", 0, 0, 2)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 100})
  default void send_withAShortDelay_isNotEarly(long delay) {
    send("a", delay).is(found(message("a", delay, 0, 1)));
    pass(Duration.ofMillis(delay - 1));
    pull().is(EMPTY_LIST);
    pass(Duration.ofMillis(1));
    assertStatus("a", 2);
    assertThat(pull().field("msgId")).isEqualTo("a");
  }

  @Test
  default void send_asTheSdkDoes_hasTheDefaults() {
    client()
        .call("sendMsg", "msg=m-a&topic=t&maxRetry=-1&delayMillis=7&ttlMillis=-1&msgId=a")
        .is(found(message("a", 7, 0, 1)));
  }

  @Test
  default void send_withEverything_hasIt() {
    client()
        .call("sendMsg", "topic=t&msg=x&delayMillis=9&msgId=a&ttlMillis=11&maxRetry=3")
        .is(found(message("t", "a", "x", 9, 11, 3, 0, 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&msgId="})
  default void send_withoutId_getsOneOf32HexadecimalDigits(String id) {
    CamelliaClient.Reply first = client().call("sendMsg", "topic=t&msg=x&delayMillis=0" + id);
    CamelliaClient.Reply second = client().call("sendMsg", "topic=t&msg=x&delayMillis=0" + id);

    assertThat(first.field("msgId")).matches("[0-9a-f]{32}");
    assertThat(second.field("msgId")).matches("[0-9a-f]{32}").isNotEqualTo(first.field("msgId"));
    first.is(found(message("t", first.field("msgId"), "x", 0, 3_600_000, 10, 0, 2)));
    look(first.field("msgId")).is(first.body());
  }

  @Test
  default void send_ofALiveId_answersWithTheOldMessage() {
    send("a", 5_000);

    client()
        .call("sendMsg", "topic=t&msg=other&delayMillis=0&msgId=a&maxRetry=1")
        .is(found(message("a", 5_000, 0, 1)));
    look("a").is(found(message("a", 5_000, 0, 1)));
    pass(Duration.ofSeconds(5));
    send("a", 0).is(found(message("a", 5_000, 0, 2)));
    pull();
    send("a", 0).is(found(message("a", 5_000, 1, 3)));
  }

  @ParameterizedTest
  @CsvSource({"4", "5", "6", "7"})
  default void send_ofAnIdThatHasEnded_isANewMessage(int status) {
    client().call("sendMsg", "topic=t&msg=old&delayMillis=0&msgId=a&ttlMillis=40000&maxRetry=0");
    end("a", status);
    assertStatus("a", status);
    String now = Long.toString(server().clock().millis());

    CamelliaClient.Reply again = send("a", 0);

    assertThat(again.field("status")).isEqualTo("2");
    assertThat(again.field("produceTime")).isEqualTo(now);
    assertThat(look("a").field("msg")).isEqualTo("success");
    assertThat(look("a").body()).contains("\"msg\":\"m-a\"").doesNotContain("old");
  }

  private void end(String id, int status) {
    switch (status) {
      case 4 -> ack(id, true);
      case 5 -> pass(Duration.ofSeconds(40));
      case 6 -> {
        pull();
        pass(Duration.ofSeconds(30));
      }
      default -> client().call("deleteMsg", "topic=t&msgId=" + id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"topic=&msg=x", "topic=t&msg=", "topic=&msg="})
  default void send_withAnEmptyTopicOrMessage_isRefused(String form) {
    client().call("sendMsg", form + "&delayMillis=0").is(REFUSED);
  }

  @Test
  default void send_ofANameThatNoTopicCanHave_isRefused() {
    client().call("sendMsg", "topic=a%0Ab&msg=x&delayMillis=0").is(REFUSED);
    client()
        .call("sendMsg", "topic=" + "t".repeat(256) + "&msg=x&delayMillis=0")
        .is(REFUSED);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 365_000L * 86_400_000 + 1})
  default void send_beyondAllTime_fails(long delay) {
    send("a", delay).is(FAILED);
    look("a").is(NO_MESSAGE);
  }

  @Test
  default void send_withAnEndlessTtl_livesAsLongAsAnythingCan() {
    CamelliaClient.Reply reply =
        client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=a&ttlMillis=" + Long.MAX_VALUE);

    assertThat(reply.field("expireTime"))
        .isEqualTo(Long.toString(START + Duration.ofDays(365_000).toMillis()));
  }

  @Test
  default void send_ofAMessageAsLargeAsAFormMayBe_isTaken() {
    String form = "topic=t&delayMillis=0&msgId=a&msg=";
    String msg = "x".repeat(2 * 1024 * 1024 - form.length());

    assertThat(client().call("sendMsg", form + msg).field("code")).isEqualTo("200");
    assertThat(pull().body()).contains(msg);
    client()
        .call("sendMsg", form + msg + "x")
        .isError(413, "Payload Too Large", "/camellia/delayQueue/sendMsg");
  }

  @Test
  default void send_ofAnyText_givesItBack() {
    String text = "\"\\\b\f\n\r\t/ <a&b> é€😀 +%=";
    String json = "\\\"\\\\\\b\\f\\n\\r\\t/ <a&b> é€😀 +%=";

    client()
        .call("sendMsg", "topic=t&msgId=a&delayMillis=0&msg=" + CamelliaClient.encode(text))
        .is(found(message("t", "a", json, 0, 3_600_000, 10, 0, 2)));
    pull().is(CamelliaBench.list(message("t", "a", json, 0, 3_600_000, 10, 1, 3)));
  }
}
