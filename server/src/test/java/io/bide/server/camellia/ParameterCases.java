package io.bide.server.camellia;

import static io.bide.server.camellia.CamelliaBench.found;
import static io.bide.server.camellia.CamelliaBench.message;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How parameters may be given, and what is said of those that make no sense. */
interface ParameterCases extends CamelliaBench {
  String SEND = "/camellia/delayQueue/sendMsg";

  @Test
  default void parameters_inTheQuery_areRead() {
    client()
        .exchange("POST", SEND + "?topic=t&msg=m-a&delayMillis=3&msgId=a", "")
        .is(found(message("a", 3, 0, 1)));
  }

  @Test
  default void parameters_inQueryAndForm_areReadTogether() {
    client()
        .exchange(
            "POST",
            SEND + "?topic=t&delayMillis=3",
            "msg=m-a&msgId=a",
            "Content-Type",
            CamelliaClient.FORM + "; charset=UTF-8")
        .is(found(message("a", 3, 0, 1)));
  }

  @Test
  default void parameters_inParts_areRead() {
    String body = part("topic", "t") + part("msg", "é\r\n--y") + part("delayMillis", "3")
        + part("msgId", "a") + "--x--\r\n";

    client()
        .exchange("POST", SEND, body, "Content-Type", "multipart/form-data; boundary=x")
        .is(found(message("t", "a", "é\\r\\n--y", 3, 3_600_000, 10, 0, 1)));
  }

  private static String part(String name, String value) {
    return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
  }

  @Test
  default void parameters_asJson_areNotRead() {
    client()
        .exchange(
            "POST",
            SEND,
            "{\"topic\":\"t\",\"msg\":\"x\",\"delayMillis\":0}",
            "Content-Type",
            "application/json")
        .isError(400, "Bad Request", SEND);
  }

  @Test
  default void texts_givenSeveralTimes_areJoined() {
    client()
        .exchange(
            "POST",
            SEND + "?topic=t&msg=1",
            "msg=2&msg=&delayMillis=3&delayMillis=x&msgId=a",
            "Content-Type",
            CamelliaClient.FORM)
        .is(found(message("t", "a", "1,2,", 3, 3_600_000, 10, 0, 1)));
  }

  @ParameterizedTest
  @CsvSource({"7,7", "+7+,7", "+1+0+,10", "0x10,16", "0XfF,255", "%2310,16", "%2B7,7", "007,7"})
  default void numbers_areReadAsTheOriginalReadsThem(String text, long delay) {
    client()
        .call("sendMsg", "topic=t&msg=m-a&msgId=a&delayMillis=" + text)
        .is(found(message("a", delay, 0, 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1.5", "1e3", "+", "0x", "9223372036854775808", "1,2", "--1"})
  default void numbers_thatAreNone_areRefused(String text) {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=" + text).isError(400, "Bad Request", SEND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ttlMillis=x", "maxRetry=x", "maxRetry=2147483648", "maxRetry=1.0"})
  default void optionalNumbers_thatAreNone_areRefused(String parameter) {
    client()
        .call("sendMsg", "topic=t&msg=x&delayMillis=0&" + parameter)
        .isError(400, "Bad Request", SEND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ttlMillis=", "maxRetry=", "ttlMillis=0", "ttlMillis=-5", "maxRetry=-5"})
  default void optionalNumbers_thatAreEmptyOrTooSmall_areTheDefaults(String parameter) {
    client()
        .call("sendMsg", "topic=t&msg=m-a&delayMillis=0&msgId=a&" + parameter)
        .is(found(message("a", 0, 0, 2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "TRUE", "yes", "on", "1", "false", "No", "off", "0", "+true+"})
  default void switches_areReadAsTheOriginalReadsThem(String text) {
    client().call("ackMsg", "topic=t&msgId=a&ack=" + text).is(SUCCESS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "2", "tru", "y"})
  default void switches_thatAreNone_areRefused(String text) {
    client()
        .call("ackMsg", "topic=t&msgId=a&ack=" + text)
        .isError(400, "Bad Request", "/camellia/delayQueue/ackMsg");
  }

  @Test
  default void release_thatIsNoSwitch_isRefused() {
    client()
        .call("deleteMsg", "topic=t&msgId=a&release=x")
        .isError(400, "Bad Request", "/camellia/delayQueue/deleteMsg");
  }

  @ParameterizedTest
  @CsvSource({
    "sendMsg, msg=x&delayMillis=0",
    "sendMsg, topic=t&delayMillis=0",
    "sendMsg, topic=t&msg=x",
    "sendMsg, topic=t&msg=%4&delayMillis=0",
    "sendMsg, Topic=t&msg=x&delayMillis=0",
    "pullMsg, x=1",
    "longPollingMsg, x=1",
    "ackMsg, msgId=a&ack=true",
    "ackMsg, topic=t&ack=true",
    "ackMsg, topic=t&msgId=a",
    "getMsg, topic=t",
    "getMsg, msgId=a",
    "deleteMsg, topic=t",
    "deleteMsg, msgId=a",
    "sendMsg, topic=&msg=x",
    "sendMsg, topic=&msg=&delayMillis=x",
    "pullMsg, topic=&batch=x",
    "longPollingMsg, topic=&longPollingTimeoutMillis=x",
    "ackMsg, topic=&msgId=",
    "getMsg, topic=",
    "deleteMsg, topic=&msgId=&release=x"
  })
  default void parameters_thatAreMissing_areRefused(String route, String form) {
    client().call(route, form).isError(400, "Bad Request", "/camellia/delayQueue/" + route);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sendMsg", "pullMsg", "longPollingMsg", "ackMsg", "getMsg", "deleteMsg"})
  default void otherMethods_thanPost_areRefused(String route) {
    String path = CamelliaClient.ROOT + route;
    for (String method : new String[] {"GET", "PUT", "DELETE", "PATCH"}) {
      CamelliaClient.Reply reply = client()
          .exchange(method, path + "?topic=t&msg=x&msgId=a&delayMillis=0&ack=true", "")
          .isError(405, "Method Not Allowed", path);
      assertThat(reply.allow()).isEqualTo("POST");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"getTopicInfo", "getTopicInfoList", "getMonitorData", "getMonitorString"})
  default void otherMethods_thanGet_areRefused(String route) {
    CamelliaClient.Reply reply = client()
        .exchange("POST", CamelliaClient.ROOT + route + "?topic=t", "")
        .isError(405, "Method Not Allowed", CamelliaClient.ROOT + route);
    assertThat(reply.allow()).isEqualTo("GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/camellia", "/camellia/delayQueue", "/camellia/delayQueue/",
            "/camellia/delayQueue/sendMsg/",
        "/camellia/delayQueue/sendmsg", "/camellia/health/status/", "/camellia/nothing", "/"
      })
  default void unknownPaths_areNotFound(String path) {
    client().get(path).isError(404, "Not Found", path);
  }

  @Test
  default void failure_ofTheStore_isCode500() {
    server().engine().close();

    send("a", 0).is("{\"code\":500,\"msg\":null,\"delayMsg\":null}");
    look("a").is("{\"code\":500,\"msg\":null,\"delayMsg\":null}");
    pull().is("{\"code\":500,\"msg\":null,\"delayMsgList\":null}");
    ack("a", true).is("{\"code\":500,\"msg\":null}");
    ack("a", false).is("{\"code\":500,\"msg\":null}");
    client().call("deleteMsg", "topic=t&msgId=a").is("{\"code\":500,\"msg\":null}");
    CamelliaClient.Reply poll = client().call("longPollingMsg", "topic=t");
    assertThat(poll.body()).isEqualTo("{\"code\":500}");
    assertThat(poll.contentType()).isEqualTo("text/plain;charset=UTF-8");
    client()
        .get("/camellia/delayQueue/getTopicInfo?topic=t")
        .isError(500, "Internal Server Error", "/camellia/delayQueue/getTopicInfo");
  }
}
