package io.bide.dialect.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.dialect.FakeCall;
import io.bide.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OuqiangDialectTest extends Fixture {
  @ParameterizedTest
  @ValueSource(strings = {"/push", "/pop", "/finish", "/delete", "/get"})
  void anyRoute_withWhatIsNoRequest_saysThatItCannotBeRead(String path) {
    for (String json : new String[] {
      "",
      " ",
      "{",
      "[]",
      "\"x\"",
      "1",
      "true",
      "{}x",
      "{}{}",
      "{\"id\":7}",
      "{\"topic\":true}",
      "{\"delay\":\"5\"}",
      "{\"delay\":1.5}",
      "{\"ttr\":1e1}",
      "{\"delay\":9223372036854775808}",
      "{\"body\":{}}",
      "{\"id\":[\"a\"]}",
      "{\"id\":'a'}",
      "{'id':\"a\"}",
      "{\"x\":01}",
      "{\"x\":+1}",
      "{\"x\":.5}",
      "{\"x\":NaN}",
      "{\"id\":\"a\tb\"}",
      "{\"id\":\"\\x\"}",
      "{\"id\":\"a\",}",
      "\uFEFF{}",
      "{}\u0000",
      "nul",
      "{\"id\":\"a\"} //"
    }) {
      assertThat(ask(path, json)).as(json).isEqualTo(error("解析json失败"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/push   | job id不能为空",
        "/get    | job id不能为空",
        "/finish | job id不能为空",
        "/delete | job id不能为空",
        "/pop    | topic不能为空"
      })
  void anyRoute_withNothing_saysWhatIsMissingFirst(String path, String message) {
    for (String json : new String[] {
      "null",
      "{}",
      " {} \n",
      "{\"id\":null,\"x\":[{\"id\":1}]}",
      "{\"id\":\" \\u3000\\u00a0\\t\",\"topic\":\"\\u2007 \\u0085\"}"
    }) {
      assertThat(ask(path, json)).as(json).isEqualTo(error(message));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{\"id\":\"a\",\"delay\":0,\"ttr\":0}'                                     | topic 不能为空",
        "'{\"id\":\"a\",\"topic\":\"t\",\"ttr\":0}'                                 | delay 取值范围1 - (2^31 - 1)",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":0,\"ttr\":1}'                     | delay 取值范围1 - (2^31 - 1)",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":-1,\"ttr\":1}'                    | delay 取值范围1 - (2^31 - 1)",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":2147483649,\"ttr\":1}'            | delay 取值范围1 - (2^31 - 1)",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":9223372036854775807,\"ttr\":1}'   | delay 取值范围1 - (2^31 - 1)",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":1}'                               | ttr 取值范围1 - 86400",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":1,\"ttr\":-9223372036854775808}'  | ttr 取值范围1 - 86400",
        "'{\"id\":\"a\",\"topic\":\"t\",\"delay\":1,\"ttr\":86401}'                 | ttr 取值范围1 - 86400"
      })
  void push_withAWrongValue_saysTheFirstThatIsWrong(String json, String message) {
    assertThat(ask("/push", json)).isEqualTo(error(message));
    assertThat(get("a")).isEqualTo(DONE);
  }

  @Test
  void push_atTheLimits_isTaken() {
    assertThat(ask("/push", "{\"id\":\"a\",\"topic\":\"t\",\"delay\":2147483648,\"ttr\":86400}"))
        .isEqualTo(PUSHED);
    long due = clock.instant().getEpochSecond() + (1L << 31);
    assertThat(get("a"))
        .isEqualTo(
            "{\"code\":0,\"message\":\"操作成功\",\"data\":{\"topic\":\"t\",\"id\":\"a\",\"delay\":"
                + due + ",\"ttr\":86400,\"body\":\"\"}}");
  }

  @Test
  void push_withNamesInAnyCase_theLastOneWins() {
    assertThat(ask(
            "/push",
            "{\"ID\":\"x\",\"Id\":\"a\",\"iD\":null,\"Topic\":\"t\",\"DELAY\":5,\"tTr\":60,\"BODY\":\"x\","
                + "\"\\u0062ody\":\"b\",\"İd\":7,\"bodY \":1}"))
        .isEqualTo(PUSHED);
    advance(5);
    assertThat(pop("t")).isEqualTo(popped("a", "b"));
  }

  @Test
  void push_trimsIdTopicAndBody() {
    push("\u3000 t\u2028", "\\u00a0a\\n", 1);
    advance(1);
    assertThat(pop("t")).isEqualTo(popped("a", "t\\u2028 has \u00a0a"));
  }

  @Test
  void push_withTextThatIsNone_replacesEachByteAndEachHalf() {
    byte[] json = job("t", "a", 1, "<\u00ff\u00e4\u00bd\u00ed\u00a0\u0080>")
        .getBytes(StandardCharsets.ISO_8859_1);
    assertThat(ask("/push", json)).isEqualTo(PUSHED);
    advance(1);
    assertThat(pop("t"))
        .isEqualTo(popped("a", "\\u003c\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\\u003e"));

    push("t", "a", 1);
    assertThat(ask(
            "/push",
            job("t", "a", 1, "\\ud83d\\ude00 \\ud83d \\ude00 \\ud83dx \\ud83d\\ud83d\\ude00")))
        .isEqualTo(PUSHED);
    advance(1);
    assertThat(pop("t")).isEqualTo(popped("a", "😀 \uFFFD \uFFFD \uFFFDx \uFFFD😀"));
  }

  @Test
  void pop_escapesAsGoDoes() {
    ask(
        "/push",
        job(
            "t",
            "a&b",
            1,
            "<&>\\\"\\\\\\/\\b\\f\\n\\r\\tx\\u0000\\u001f\\u007f\\u2028\\u2029ü你\\ud83d\\ude00'="));
    advance(1);
    assertThat(pop("t"))
        .isEqualTo(
            popped(
                "a\\u0026b",
                "\\u003c\\u0026\\u003e\\\"\\\\/\\u0008\\u000c\\n\\r\\tx\\u0000\\u001f\u007f\\u2028\\u2029ü你😀'="));
  }

  @Test
  void pop_waitsUntilTheJobIsDue_neverEarly() {
    push("t", "a", 10);
    CompletableFuture<FakeCall.Answer> waiting = sending("/pop", "{\"topic\":\"t\"}");

    clock.advance(Duration.ofMillis(9_999));
    assertThat(waiting).isNotDone();
    clock.advance(Duration.ofMillis(1));
    assertThat(Await.value(waiting).body()).isEqualTo(popped("a", "t has a"));
  }

  @Test
  void pop_ofNothing_answersNothingAfter178Seconds() {
    CompletableFuture<FakeCall.Answer> waiting = sending("/pop", "{\"topic\":\"t\"}");

    clock.advance(Duration.ofMillis(177_999));
    assertThat(waiting).isNotDone();
    clock.advance(Duration.ofMillis(1));
    assertThat(Await.value(waiting))
        .isEqualTo(new FakeCall.Answer(200, "text/plain; charset=utf-8", DONE));
  }

  @Test
  void pop_ofSeveralTopics_servesTheEarlierOnesFirst() {
    push("low", "l", 1);
    push("high", "h", 2);
    advance(5);

    assertThat(pop(" ,missing,,high,low,high ")).isEqualTo(popped("h", "high has h"));
    assertThat(pop("high,low")).isEqualTo(popped("l", "low has l"));
  }

  @Test
  void pop_ofNamesInAList_doesNotTrimThem() {
    push("b", "x", 1);
    advance(1);

    assertThat(pop("a, b")).isEqualTo(DONE);
    assertThat(pop(" b ")).isEqualTo(popped("x", "b has x"));
  }

  @Test
  void pop_ofCommasOnly_waitsLikeAnyOther() {
    CompletableFuture<FakeCall.Answer> waiting = sending("/pop", "{\"topic\":\",,\"}");
    assertThat(waiting).isNotDone();
    advance(178);
    assertThat(Await.value(waiting).body()).isEqualTo(DONE);
  }

  @Test
  void job_thatIsNotFinished_comesAgainAfterEachTtr() {
    push("t", "a", 1);
    advance(1);
    for (int i = 0; i < 40; i++) {
      assertThat(pop("t")).isEqualTo(popped("a", "t has a"));
      CompletableFuture<FakeCall.Answer> waiting = sending("/pop", "{\"topic\":\"t\"}");
      clock.advance(Duration.ofMillis(59_999));
      assertThat(waiting).isNotDone();
      clock.advance(Duration.ofMillis(1));
      assertThat(Await.value(waiting).body()).isEqualTo(popped("a", "t has a"));
      advance(60);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/finish", "/delete"})
  void job_thatHasEnded_isNeverSeenAgain(String path) {
    for (int wait : new int[] {0, 10}) {
      push("t", "a", 10);
      advance(wait);
      assertThat(ask(path, "{\"id\":\" a \"}")).isEqualTo(DONE);
      assertThat(get("a")).isEqualTo(DONE);
      assertThat(pop("t")).isEqualTo(DONE);
    }
    push("t", "a", 10);
    advance(10);
    assertThat(pop("t")).isEqualTo(popped("a", "t has a"));
    assertThat(ask(path, "{\"id\":\"a\"}")).isEqualTo(DONE);
    advance(100);
    assertThat(pop("t")).isEqualTo(DONE);
    assertThat(ask(path, "{\"id\":\"a\"}")).isEqualTo(DONE);
    assertThat(engine.records().list("", null, 10).join().items()).isEmpty();
  }

  @Test
  void get_afterPop_stillTellsTheFirstDueTime() {
    push("t", "a", 10);
    long due = clock.instant().getEpochSecond() + 10;
    advance(30);
    assertThat(pop("t")).isEqualTo(popped("a", "t has a"));
    assertThat(get("a"))
        .isEqualTo(
            "{\"code\":0,\"message\":\"操作成功\",\"data\":{\"topic\":\"t\",\"id\":\"a\",\"delay\":"
                + due + ",\"ttr\":60,\"body\":\"t has a\"}}");
  }

  @Test
  void push_ofAnIdThatIsThere_replacesItAlsoInAnotherTopic() {
    push("t", "a", 1);
    push("u", "a", 5);

    advance(1);
    assertThat(pop("t")).isEqualTo(DONE);
    assertThat(pop("u")).isEqualTo(popped("a", "u has a"));
    push("u", "a", 7);
    CompletableFuture<FakeCall.Answer> waiting = sending("/pop", "{\"topic\":\"u,t\"}");
    advance(6);
    assertThat(waiting).as("the lease is void, the new job is not due").isNotDone();
    advance(1);
    assertThat(Await.value(waiting).body()).isEqualTo(popped("a", "u has a"));
  }

  @Test
  void push_thatTheQueueRefuses_saysWhyAndChangesNothing() {
    push("t", "a", 5);
    String before = get("a");

    assertThat(ask("/push", job("u!", "a", 5, "x")))
        .isEqualTo(error("topic has the reserved character '!'; choose another name"));
    assertThat(ask("/push", job("u", "a", 5, "x".repeat(300_000))))
        .isEqualTo(error("body has 300000 bytes; the most is 262144"));
    assertThat(ask("/push", job("u", "b", 5, "x".repeat(300_000)))).startsWith("{\"code\":1");

    assertThat(get("a")).isEqualTo(before);
    assertThat(engine.records().list("", null, 10).join().items()).hasSize(1);
  }

  @Test
  void pop_whoseCallerLeaves_consumesNothing() {
    FakeCall left = call("{\"topic\":\"t\"}".getBytes(StandardCharsets.UTF_8));
    var unused = left.send("/pop");
    assertThat(engine.waitingClaims()).isEqualTo(1);
    left.leave();
    assertThat(engine.waitingClaims()).isZero();
    push("t", "a", 1);
    advance(1);

    assertThat(pop("t")).isEqualTo(popped("a", "t has a"));
    assertThat(engine.peek(Topic.of("t"), "a").join().orElseThrow().attempts()).isEqualTo(1);
  }

  @Test
  void pop_ofWhatOthersPut_canBeFinished() {
    engine.put(Put.to("t").id("native").body("x").build()).join();

    assertThat(pop("t")).isEqualTo(popped("native", "x"));
    assertThat(ask("/finish", "{\"id\":\"native\"}")).isEqualTo(DONE);
    assertThat(engine.peek(Topic.of("t"), "native").join().orElseThrow().state())
        .isEqualTo(State.DONE);
  }

  @Test
  void pop_ofWhatOthersPutUnderTheSameId_isHandedOut() {
    push("t", "a", 100);
    engine.put(Put.to("u").id("a").body("x").build()).join();

    assertThat(pop("u")).isEqualTo(popped("a", "x"));
    assertThat(get("a")).contains("t has a");
  }

  @Test
  void job_withAnIdLikeAnInternalName_harmsNothing() {
    push("t", "dq_bucket_1", 1);
    push("dq_queue_t", "dq_queue_t", 1);
    advance(1);

    assertThat(pop("t")).isEqualTo(popped("dq_bucket_1", "t has dq_bucket_1"));
    assertThat(pop("dq_queue_t")).isEqualTo(popped("dq_queue_t", "dq_queue_t has dq_queue_t"));
  }

  @Test
  void get_ofAJobThatOthersEnded_healsTheRecord() {
    push("t", "a", 1);
    advance(1);
    engine
        .ack(engine.claim(Claim.from("t")).join().deliveries().get(0).requireReceipt())
        .join();

    assertThat(get("a")).isEqualTo(DONE);
    assertThat(engine.records().list("", null, 10).join().items()).isEmpty();
  }
}
