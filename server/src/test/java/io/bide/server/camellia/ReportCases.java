package io.bide.server.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Put;
import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators ask for. */
interface ReportCases extends CamelliaBench {
  String INFO = CamelliaClient.ROOT + "getTopicInfo?topic=t";
  String INFOS = CamelliaClient.ROOT + "getTopicInfoList";
  String DATA = CamelliaClient.ROOT + "getMonitorData";
  String EMPTY_DATA = "{\"code\":200,\"data\":{\"requestStatsList\":[],"
      + "\"pullMsgTimeGapStatsList\":[],\"readyQueueTimeGapStatsList\":[]}}";

  private static String info(String topic, long waiting, String sizes, long ready, long consuming) {
    String[] size = sizes.split(" ", -1);
    return "{\"topic\":\"" + topic + "\",\"waitingQueueSize\":" + waiting
        + ",\"waitingQueueInfo\":{" + histogram(size) + "},\"readyQueueSize\":" + ready
        + ",\"ackQueueSize\":" + consuming + "}";
  }

  private static String histogram(String[] size) {
    return "\"sizeOf0To1min\":" + size[0] + ",\"sizeOf1minTo10min\":" + size[1]
        + ",\"sizeOf10minTo30min\":" + size[2] + ",\"sizeOf30minTo1hour\":" + size[3]
        + ",\"sizeOf1hourTo6hour\":" + size[4] + ",\"sizeOf6hourTo1day\":" + size[5]
        + ",\"sizeOf1dayTo7day\":" + size[6] + ",\"sizeOf7dayTo30day\":" + size[7]
        + ",\"sizeOf30dayToInfinite\":" + size[8];
  }

  private static String data(String data) {
    return "{\"code\":200,\"data\":" + data + "}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "", "%21"})
  default void topicInfo_ofAnUnknownTopic_isAllZeros(String topic) {
    String name = topic.equals("%21") ? "!" : topic;

    client()
        .get(CamelliaClient.ROOT + "getTopicInfo?topic=" + topic)
        .is(data(info(name, 0, "0 0 0 0 0 0 0 0 0", 0, 0)));
  }

  @Test
  default void topicInfo_withoutTopic_isRefused() {
    client()
        .get(CamelliaClient.ROOT + "getTopicInfo")
        .isError(400, "Bad Request", CamelliaClient.ROOT + "getTopicInfo");
  }

  @Test
  default void topicInfo_countsByStateAndHorizon() {
    long[] minutes = {0, 0, 1, 9, 10, 29, 30, 60, 360, 1_440, 10_080, 43_200, 43_200};
    for (int i = 0; i < minutes.length; i++) {
      send("m" + i, minutes[i] * 60_000);
    }
    send("short", 59_999);
    send("deleted", 1_000);
    client().call("deleteMsg", "topic=t&msgId=deleted");
    pull();

    client().get(INFO).is(data(info("t", 12, "1 2 2 1 1 1 1 1 2", 1, 1)));
  }

  @Test
  default void topicInfoList_hasAllTopicsOfTheNamespace() {
    client().get(INFOS).is(data("[]"));
    for (String topic : List.of("c", "a", "b", "d", "e")) {
      client().call("sendMsg", "topic=" + topic + "&msg=x&delayMillis=0");
    }
    Await.value(server().engine().put(Put.to(Topic.of("other", "x")).build()));

    client()
        .get(INFOS)
        .is(data("["
            + String.join(
                ",",
                List.of("a", "b", "c", "d", "e").stream()
                    .map(topic -> info(topic, 0, "0 0 0 0 0 0 0 0 0", 1, 0))
                    .toList())
            + "]"));
  }

  @Test
  default void monitorData_beforeTheFirstMinuteIsOver_isEmpty() {
    send("a", 0);

    client().get(DATA).is(EMPTY_DATA);
  }

  @Test
  default void monitorData_isThatOfTheLastMinute() {
    work();
    pass(Duration.ofMinutes(1));

    client()
        .get(DATA)
        .is(data("{\"requestStatsList\":[" + requests() + "],"
            + "\"pullMsgTimeGapStatsList\":[" + pullGap() + "],"
            + "\"readyQueueTimeGapStatsList\":[" + readyGap() + "]}"));
    pass(Duration.ofMinutes(1));
    client().get(DATA).is(EMPTY_DATA);
  }

  /** Everything that is counted, in 40 seconds. */
  private void work() {
    send("a", 0);
    send("b", 0);
    send("b", 0); // is there already, which is a success
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=c&ttlMillis=1000");
    client().call("sendMsg", "topic=&msg=x&delayMillis=0");
    pass(Duration.ofMillis(100));
    client().call("pullMsg", "topic=t&batch=2&ackTimeoutMillis=1000");
    pull(); // c
    ack("a", false);
    client().call("pullMsg", "topic=t&ackTimeoutMillis=60000"); // a
    pass(Duration.ofSeconds(30)); // b times out, c dies
    client().call("pullMsg", "topic=t&batch=5"); // b
    ack("a", true);
    look("a");
    look("nothing");
    send("d", 100_000);
    client().call("deleteMsg", "topic=t&msgId=d");
    client().call("deleteMsg", "topic=t&msgId=d");
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=e&ttlMillis=1000");
    pass(Duration.ofSeconds(2)); // e expires
    look("e");
  }

  private static String requests() {
    return "{\"topic\":\"t\",\"sendMsg\":6,\"pullMsg\":5,\"deleteMsg\":1,\"ackMsg\":2,\"getMsg\":2,"
        + "\"triggerMsgReady\":4,\"triggerMsgEndLife\":2,\"triggerMsgTimeout\":1}";
  }

  private static String pullGap() {
    return "{\"topic\":\"t\",\"count\":5,\"avg\":6100.0,\"max\":30100}";
  }

  private static String readyGap() {
    return "{\"topic\":\"t\",\"count\":4,\"avg\":0.0,\"max\":0}";
  }

  @Test
  default void monitorString_isTheSameAndTheTopicsAsText() {
    work();
    pass(Duration.ofMinutes(1));

    CamelliaClient.Reply reply = client().get(CamelliaClient.ROOT + "getMonitorString");

    assertThat(reply.contentType()).isEqualTo("text/plain;charset=UTF-8");
    assertThat(reply.body())
        .isEqualTo("{\"requestStats\":[" + requests() + "],\"pullMsgTimeGapStats\":[" + pullGap()
            + "],\"readyQueueTimeGapStats\":[" + readyGap()
            + "],\"topicInfoStats\":[{\"topic\":\"t\","
            + "\"waitingQueueSize\":0,\"ackQueueSize\":0,\"readyQueueSize\":1}],"
            + "\"waitingQueueStats\":[{" + histogram("0 0 0 0 0 0 0 0 0".split(" ", -1))
            + ",\"topic\":\"t\"}]}");
  }

  @Test
  default void metrics_haveTheNamesOfTheOriginal() {
    work();
    pass(Duration.ofMinutes(1));

    assertThat(Await.value(server().dialect().metrics()).toString()).isEqualTo("""
        # HELP request Delay Queue Request
        # TYPE request gauge
        request{topic="t",type="sendMsg"} 6
        request{topic="t",type="pullMsg"} 5
        request{topic="t",type="deleteMsg"} 1
        request{topic="t",type="ackMsg"} 2
        request{topic="t",type="getMsg"} 2
        request{topic="t",type="triggerMsgReady"} 4
        request{topic="t",type="triggerMsgTimeout"} 1
        request{topic="t",type="triggerMsgEndLife"} 2
        # HELP pull_msg_time_gap Delay Queue Pull Msg Time Gap
        # TYPE pull_msg_time_gap gauge
        pull_msg_time_gap{topic="t",type="count"} 5
        pull_msg_time_gap{topic="t",type="avg"} 6100.000000
        pull_msg_time_gap{topic="t",type="max"} 30100
        # HELP ready_queue_time_gap Delay Queue Ready Queue Time Gap
        # TYPE ready_queue_time_gap gauge
        ready_queue_time_gap{topic="t",type="count"} 4
        ready_queue_time_gap{topic="t",type="avg"} 0.000000
        ready_queue_time_gap{topic="t",type="max"} 0
        # HELP topic_info Delay Queue Topic Info
        # TYPE topic_info gauge
        topic_info{topic="t",type="readyQueueSize"} 1
        topic_info{topic="t",type="ackQueueSize"} 0
        topic_info{topic="t",type="waitingQueueSize"} 0
        topic_info{topic="t",type="size_0_1min"} 0
        topic_info{topic="t",type="size_1min_10min"} 0
        topic_info{topic="t",type="size_10min_30min"} 0
        topic_info{topic="t",type="size_30min_1hour"} 0
        topic_info{topic="t",type="size_1hour_6hour"} 0
        topic_info{topic="t",type="size_6hour_1day"} 0
        topic_info{topic="t",type="size_1day_7day"} 0
        topic_info{topic="t",type="size_7day_30day"} 0
        topic_info{topic="t",type="size_30day_infinite"} 0
        """);
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST", "PUT", "DELETE"})
  default void health_isWhatOperatorsWishAndTheStoreAllows(String method) {
    health(method, "status", 200);
    health(method, "check", 200);
    health(method, "offline", 200);
    health(method, "status", 500);
    health(method, "check", 200);
    assertThat(send("a", 0).field("code")).isEqualTo("200");
    health(method, "online", 200);
    health(method, "status", 200);
    server().storeWorks(false);
    health(method, "status", 500);
    health(method, "check", 200);
  }

  private void health(String method, String what, int code) {
    CamelliaClient.Reply reply = client().exchange(method, "/camellia/health/" + what, "");

    assertThat(reply.body()).isEqualTo("{\"code\":" + code + "}");
    assertThat(reply.status()).isEqualTo(code);
    assertThat(reply.contentType()).isEqualTo("application/json");
  }
}
