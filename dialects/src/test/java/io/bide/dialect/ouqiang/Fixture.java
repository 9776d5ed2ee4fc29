package io.bide.dialect.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.Records;
import io.bide.dialect.FakeCall;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The dialect over the oracle, with time that stands still. */
@Timeout(240)
abstract class Fixture {
  static final String DONE = "{\"code\":0,\"message\":\"操作成功\",\"data\":null}";
  static final String PUSHED = "{\"code\":0,\"message\":\"添加成功\",\"data\":null}";

  final ManualClock clock = new ManualClock();
  final Engine engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  final OuqiangDialect dialect = dialect(engine.records());

  OuqiangDialect dialect(Records records) {
    return new OuqiangDialect(records, OuqiangDialect.DEFAULT_POP_WAIT, clock);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  FakeCall call(byte[] body) {
    return call(engine, body);
  }

  FakeCall call(DelayQueue queue, byte[] body) {
    return new FakeCall(dialect, queue, body);
  }

  CompletableFuture<FakeCall.Answer> sending(String path, String json) {
    return call(json.getBytes(StandardCharsets.UTF_8)).send(path);
  }

  /** The body of the answer, which is a text with status 200. */
  String ask(String path, String json) {
    return ask(path, json.getBytes(StandardCharsets.UTF_8));
  }

  String ask(String path, byte[] json) {
    FakeCall.Answer answer = Await.value(call(json).send(path));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("text/plain; charset=utf-8");
    return answer.body();
  }

  void push(String topic, String id, int delay) {
    assertThat(ask("/push", job(topic, id, delay, topic + " has " + id))).isEqualTo(PUSHED);
  }

  static String job(String topic, String id, int delay, String body) {
    return "{\"topic\":\"" + topic + "\",\"id\":\"" + id + "\",\"delay\":" + delay
        + ",\"ttr\":60,\"body\":\"" + body + "\"}";
  }

  /** What is there now, without waiting. */
  String pop(String topics) {
    CompletableFuture<FakeCall.Answer> answer = sending("/pop", "{\"topic\":\"" + topics + "\"}");
    if (!answer.isDone()) {
      clock.advance(OuqiangDialect.DEFAULT_POP_WAIT);
    }
    return Await.value(answer).body();
  }

  static String popped(String id, String body) {
    return "{\"code\":0,\"message\":\"操作成功\",\"data\":{\"id\":\"" + id + "\",\"body\":\"" + body
        + "\"}}";
  }

  String get(String id) {
    return ask("/get", "{\"id\":\"" + id + "\"}");
  }

  static String error(String message) {
    return "{\"code\":1,\"message\":\"" + message + "\",\"data\":null}";
  }

  void advance(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }
}
