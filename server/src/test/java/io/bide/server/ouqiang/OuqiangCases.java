package io.bide.server.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an unchanged client sees, byte for byte, on any store. Its shortest delay is a second. */
interface OuqiangCases {
  String DONE = "{\"code\":0,\"message\":\"操作成功\",\"data\":null}";
  String PUSHED = "{\"code\":0,\"message\":\"添加成功\",\"data\":null}";

  OuqiangServer server();

  default String ask(String path, String json) {
    HttpResponse<String> answer = server().send("POST", path, json);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().allValues("content-type"))
        .containsExactly("text/plain; charset=utf-8");
    return answer.body();
  }

  static String job(String topic, String id, int delay, String body) {
    return "{\"topic\":\"" + topic + "\",\"id\":\"" + id + "\",\"delay\":" + delay
        + ",\"ttr\":1,\"body\":\"" + body + "\"}";
  }

  private static String longJob(String topic, String id, int delay) {
    return job(topic, id, delay, id).replace("\"ttr\":1,", "\"ttr\":600,");
  }

  static String popped(String id, String body) {
    return "{\"code\":0,\"message\":\"操作成功\",\"data\":{\"id\":\"" + id + "\",\"body\":\"" + body
        + "\"}}";
  }

  static String error(String message) {
    return "{\"code\":1,\"message\":\"" + message + "\",\"data\":null}";
  }

  default String pop(String topics) {
    return ask("/pop", "{\"topic\":\"" + topics + "\"}");
  }

  default String end(String path, String id) {
    return ask(path, "{\"id\":\"" + id + "\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
  default void request_byAnyMethod_isAnswered(String method) {
    HttpResponse<String> answer = server().send(method, "/get", "{\"id\":\"unknown\"}");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(DONE);
  }

  @Test
  default void request_thatIsWrong_isAnsweredInTheOrderOfTheOriginal() {
    for (String path : List.of("/push", "/pop", "/finish", "/delete", "/get")) {
      assertThat(ask(path, "")).isEqualTo(error("解析json失败"));
      assertThat(ask(path, "{\"id\":7,\"topic\":7}")).isEqualTo(error("解析json失败"));
      assertThat(ask(path, "null"))
          .isEqualTo(error(path.equals("/pop") ? "topic不能为空" : "job id不能为空"));
    }
    assertThat(ask("/push", "{\"id\":\"a\"}")).isEqualTo(error("topic 不能为空"));
    assertThat(ask("/push", "{\"id\":\"a\",\"topic\":\"t\"}"))
        .isEqualTo(error("delay 取值范围1 - (2^31 - 1)"));
    assertThat(ask("/push", "{\"id\":\"a\",\"topic\":\"t\",\"delay\":1}"))
        .isEqualTo(error("ttr 取值范围1 - 86400"));
  }

  @Test
  default void job_isHandedOutWhenItIsDueAndAgainAfterItsTtr() {
    long pushed = SystemTime.clock().instant().toEpochMilli();
    assertThat(ask("/push", job("due", "a", 1, "<ü>"))).isEqualTo(PUSHED);

    assertThat(pop("due")).isEqualTo(popped("a", "\\u003cü\\u003e"));
    assertThat(SystemTime.clock().instant().toEpochMilli() - pushed).isGreaterThanOrEqualTo(1_000);
    assertThat(pop("due")).isEqualTo(popped("a", "\\u003cü\\u003e"));
    assertThat(SystemTime.clock().instant().toEpochMilli() - pushed).isGreaterThanOrEqualTo(2_000);

    assertThat(end("/finish", "a")).isEqualTo(DONE);
    assertThat(end("/get", "a")).isEqualTo(DONE);
    assertThat(end("/finish", "a")).isEqualTo(DONE);
  }

  @Test
  default void get_showsWhatWasPushed() {
    long before = SystemTime.clock().instant().getEpochSecond();
    ask("/push", job("show", "s", 100, " x "));
    long after = SystemTime.clock().instant().getEpochSecond();

    assertThat(end("/get", " s "))
        .isIn(shown("show", "s", before + 100), shown("show", "s", after + 100));
    assertThat(end("/delete", "s")).isEqualTo(DONE);
    assertThat(end("/get", "s")).isEqualTo(DONE);
  }

  private static String shown(String topic, String id, long delay) {
    return "{\"code\":0,\"message\":\"操作成功\",\"data\":{\"topic\":\"" + topic + "\",\"id\":\"" + id
        + "\",\"delay\":" + delay + ",\"ttr\":1,\"body\":\"x\"}}";
  }

  @Test
  default void push_ofAnIdThatIsThere_movesIt() {
    ask("/push", job("from", "m", 1, "old"));
    ask("/push", job("to", "m", 1, "new"));

    assertThat(pop("from,to")).isEqualTo(popped("m", "new"));
    assertThat(end("/get", "m")).contains("\"topic\":\"to\"");
    assertThat(end("/delete", "m")).isEqualTo(DONE);
    assertThat(server().jobs("from,to")).isZero();
  }

  @Test
  default void pop_ofSeveralTopics_servesTheEarlierFirst() {
    ask("/push", longJob("low", "l", 1));
    ask("/push", longJob("high", "h", 1));
    ask("/push", longJob("last", "m", 2));
    assertThat(pop("last")).as("now all are due").isEqualTo(popped("m", "m"));

    assertThat(pop("missing,high,low")).isEqualTo(popped("h", "h"));
    assertThat(pop("missing,high,low")).isEqualTo(popped("l", "l"));
    List.of("l", "h", "m").forEach(id -> end("/finish", id));
  }

  @Test
  default void pushes_ofOneIdToManyTopicsAtOnce_leaveOneJob() {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      answers.add(server().sending("POST", "/push", job("crowd" + i % 5, "crowd", 1, "x")));
    }
    answers.forEach(answer -> assertThat(answer.join().body()).isEqualTo(PUSHED));

    String all = "crowd0,crowd1,crowd2,crowd3,crowd4";
    assertThat(pop(all)).isEqualTo(popped("crowd", "x"));
    assertThat(end("/finish", "crowd")).isEqualTo(DONE);
    assertThat(server().jobs(all)).isZero();
  }
}
