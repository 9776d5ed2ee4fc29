package io.bide.server.camellia;

import static io.bide.server.camellia.CamelliaBench.list;
import static io.bide.server.camellia.CamelliaBench.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Body;
import io.bide.Put;
import io.bide.Topic;
import io.bide.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How messages are pulled, at once or by waiting. */
interface PullCases extends CamelliaBench {
  String TEXT = "text/plain;charset=UTF-8";
  String POLLED_A = "{\"code\":200,\"delayMsgList\":[{\"expireTime\":" + (START + 3_600_000)
      + ",\"maxRetry\":10,\"msg\":\"m-a\",\"msgId\":\"a\",\"produceTime\":" + START
      + ",\"retry\":1,\"status\":3,\"topic\":\"t\",\"triggerTime\":" + START + "}]}";

  @Test
  default void pull_ofNothing_isAnEmptyList() {
    pull().is(EMPTY_LIST);
    send("a", 1_000);
    pull().is(EMPTY_LIST);
  }

  @Test
  default void pull_handsOutInTheOrderOfTriggerTimes() {
    send("b", 20);
    send("a", 10);
    send("c", 30);
    pass(Duration.ofMillis(30));

    client()
        .call("pullMsg", "topic=t&batch=2")
        .is(list(message("a", 10, 1, 3), message("b", 20, 1, 3)));
    client().call("pullMsg", "topic=t&batch=100000").is(list(message("c", 30, 1, 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&batch=", "&batch=0", "&batch=-1"})
  default void pull_withoutBatch_givesOne(String batch) {
    send("a", 0);
    send("b", 0);

    client().call("pullMsg", "topic=t" + batch).is(list(message("a", 0, 1, 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&ackTimeoutMillis=", "&ackTimeoutMillis=0", "&ackTimeoutMillis=-1"})
  default void pull_withoutAckTimeout_lasts30Seconds(String timeout) {
    send("a", 0);
    client().call("pullMsg", "topic=t" + timeout);

    pass(Duration.ofMillis(29_999));
    assertStatus("a", 3);
    pass(Duration.ofMillis(1));
    assertStatus("a", 2);
  }

  @Test
  default void pull_withAckTimeout_lastsAsLong() {
    send("a", 0);
    client().call("pullMsg", "topic=t&ackTimeoutMillis=100");

    pass(Duration.ofMillis(99));
    assertStatus("a", 3);
    pull().is(EMPTY_LIST);
    pass(Duration.ofMillis(1));
    pull().is(list(message("a", 0, 2, 3)));
  }

  @Test
  default void pull_withAnEmptyTopic_isRefused() {
    client().call("pullMsg", "topic=").is("{\"code\":400,\"msg\":null,\"delayMsgList\":null}");
  }

  @Test
  default void poll_ofWhatIsReady_isAnsweredAtOnce() {
    send("a", 0);

    CamelliaClient.Reply reply = client().call("longPollingMsg", "topic=t");

    assertThat(reply.body()).isEqualTo(POLLED_A);
    assertThat(reply.contentType()).isEqualTo(TEXT);
    assertThat(reply.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/html, Application/JSON;q=0.5"})
  default void poll_thatAcceptsJson_isAnsweredAsSuch(String accept) {
    send("a", 0);

    client()
        .exchange("POST", CamelliaClient.ROOT + "longPollingMsg?topic=t", "", "Accept", accept)
        .is(POLLED_A);
  }

  @Test
  default void poll_thatAcceptsAnything_isAnsweredWithText() {
    CamelliaClient.Reply reply = client()
        .exchange("POST", CamelliaClient.ROOT + "longPollingMsg?topic=", "", "Accept", "*/*");

    assertThat(reply.body()).isEqualTo("{\"code\":400}");
    assertThat(reply.contentType()).isEqualTo(TEXT);
    assertThat(reply.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&longPollingTimeoutMillis=", "&longPollingTimeoutMillis=-1"})
  default void poll_withoutTimeout_waits10Seconds(String timeout) {
    CompletableFuture<CamelliaClient.Reply> poll =
        client().calling("longPollingMsg", "topic=t" + timeout);
    awaitParked(1);
    pass(Duration.ofMillis(9_999));
    assertThat(server().engine().waitingClaims()).isEqualTo(1);
    pass(Duration.ofMillis(1));

    CamelliaClient.Reply reply = Await.value(poll);
    assertThat(reply.body()).isEqualTo("{\"code\":200,\"delayMsgList\":[]}");
    assertThat(reply.contentType()).isEqualTo(TEXT);
  }

  @Test
  default void poll_forLongerThanTheServerHolds_isHeldAsLongAsThat() {
    CompletableFuture<CamelliaClient.Reply> poll =
        client().calling("longPollingMsg", "topic=t&longPollingTimeoutMillis=" + Long.MAX_VALUE);
    awaitParked(1);
    pass(Duration.ofMillis(179_999));
    assertThat(server().engine().waitingClaims()).isEqualTo(1);
    pass(Duration.ofMillis(1));

    assertThat(Await.value(poll).body()).isEqualTo("{\"code\":200,\"delayMsgList\":[]}");
  }

  @Test
  default void poll_isServedWhenAMessageIsDueAndNoEarlier() {
    CompletableFuture<CamelliaClient.Reply> poll = client().calling("longPollingMsg", "topic=t");
    awaitParked(1);
    send("a", 50);
    pass(Duration.ofMillis(49));
    assertThat(server().engine().waitingClaims()).isEqualTo(1);
    pass(Duration.ofMillis(1));

    assertThat(Await.value(poll).field("msgId")).isEqualTo("a");
  }

  @Test
  default void poll_isServedByWhatIsGivenBack() {
    send("a", 0);
    pull();
    CompletableFuture<CamelliaClient.Reply> poll = client().calling("longPollingMsg", "topic=t");
    awaitParked(1);

    ack("a", false);

    assertThat(Await.value(poll).field("retry")).isEqualTo("2");
  }

  @Test
  default void poll_isServedByTheEndOfALease() {
    send("a", 0);
    client().call("pullMsg", "topic=t&ackTimeoutMillis=5000");
    CompletableFuture<CamelliaClient.Reply> poll = client().calling("longPollingMsg", "topic=t");
    awaitParked(1);

    pass(Duration.ofSeconds(5));

    assertThat(Await.value(poll).field("retry")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  default void poll_whoseCallerHasHungUp_swallowsNothing(boolean reset) throws IOException {
    try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), server().port())) {
      caller
          .getOutputStream()
          .write(("POST " + CamelliaClient.ROOT + "longPollingMsg?topic=t HTTP/1.1\r\n"
                  + "Host: x\r\nContent-Length: 0\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      awaitParked(1);
      caller.setSoLinger(reset, 0);
    }
    awaitParked(0);

    send("a", 0);

    assertStatus("a", 2);
    pull().is(list(message("a", 0, 1, 3)));
  }

  @Test
  default void poll_withBatch_getsAsMany() {
    send("a", 0);
    send("b", 0);
    send("c", 0);

    String body = client().call("longPollingMsg", "topic=t&batch=2").body();

    assertThat(body)
        .contains("\"msgId\":\"a\"", "\"msgId\":\"b\"")
        .doesNotContain("\"msgId\":\"c\"");
  }

  @Test
  default void pull_ofWhatOthersHavePut_showsIt() {
    Topic topic = Topic.of("t");
    Await.value(server()
        .engine()
        .put(Put.to(topic)
            .id("a")
            .body(Body.of(new byte[] {'x', -1}))
            .maxAttempts(Put.UNLIMITED)
            .build()));

    CamelliaClient.Reply reply = pull();

    assertThat(reply.field("expireTime")).isEqualTo(Long.toString(Long.MAX_VALUE));
    assertThat(reply.field("maxRetry")).isEqualTo(Integer.toString(Integer.MAX_VALUE));
    assertThat(reply.body()).contains("\"msg\":\"x\uFFFD\"");
  }
}
