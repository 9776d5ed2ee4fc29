package io.bide.server.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.Await;
import java.time.Duration;

/** What the cases have in common. */
interface CamelliaBench {
  /** When the clock of the server begins. */
  long START = 1_893_456_000_000L;

  String SUCCESS = "{\"code\":200,\"msg\":\"success\"}";
  String UNKNOWN = "{\"code\":404,\"msg\":null}";
  String WRONG = "{\"code\":400,\"msg\":null}";
  String NO_MESSAGE = "{\"code\":404,\"msg\":null,\"delayMsg\":null}";
  String EMPTY_LIST = "{\"code\":200,\"msg\":null,\"delayMsgList\":[]}";

  CamelliaServer server();

  CamelliaClient client();

  /** Sends a message of topic {@code t} with the default ttl and retries. */
  default CamelliaClient.Reply send(String id, long delay) {
    return client()
        .call("sendMsg", "topic=t&msg=m-" + id + "&delayMillis=" + delay + "&msgId=" + id);
  }

  default CamelliaClient.Reply pull() {
    return client().call("pullMsg", "topic=t");
  }

  default CamelliaClient.Reply ack(String id, boolean ack) {
    return client().call("ackMsg", "topic=t&msgId=" + id + "&ack=" + ack);
  }

  default CamelliaClient.Reply look(String id) {
    return client().call("getMsg", "topic=t&msgId=" + id);
  }

  default void assertStatus(String id, int status) {
    assertThat(look(id).field("status")).isEqualTo(Integer.toString(status));
  }

  default void pass(Duration time) {
    server().clock().advance(time);
  }

  default void awaitParked(int claims) {
    while (server().engine().waitingClaims() != claims) {
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      Await.value(server().engine().ping());
    }
  }

  /** A message of topic {@code t} with the defaults, in the order of the original's fields. */
  static String message(String id, long delay, int retry, int status) {
    return message("t", id, "m-" + id, delay, 3_600_000, 10, retry, status);
  }

  static String message(
      String topic,
      String id,
      String msg,
      long delay,
      long ttl,
      int maxRetry,
      int retry,
      int status) {
    return "{\"topic\":\"" + topic + "\",\"msgId\":\"" + id + "\",\"msg\":\"" + msg
        + "\",\"produceTime\":" + START + ",\"triggerTime\":" + (START + delay)
        + ",\"expireTime\":" + (START + delay + ttl) + ",\"maxRetry\":" + maxRetry
        + ",\"retry\":" + retry + ",\"status\":" + status + "}";
  }

  static String found(String message) {
    return "{\"code\":200,\"msg\":\"success\",\"delayMsg\":" + message + "}";
  }

  static String list(String... messages) {
    return "{\"code\":200,\"msg\":null,\"delayMsgList\":[" + String.join(",", messages) + "]}";
  }
}
