package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** An engine over the oracle, with a store in between whose answers a test can hold back. */
@Timeout(240)
abstract class EngineFixture {
  static final Topic ORDERS = Topic.of("orders");
  static final Topic MAILS = Topic.of("mails");
  static final Duration LONG = Duration.ofMinutes(2);

  final ManualClock clock = new ManualClock();
  final HeldStore store = new HeldStore(new MemoryStore(clock));
  Engine engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);

  @AfterEach
  void close() {
    store.answerAll();
    engine.close();
  }

  /** Starts again, with another configuration. */
  void restart(EngineConfig config) {
    engine = Engine.start(store, config, clock, clock);
  }

  CompletableFuture<Claimed> wait(Topic... topics) {
    return engine.claim(Claim.from(topics).waiting(LONG));
  }

  PutResult put(Topic topic, String id) {
    return engine.put(Put.to(topic).id(id).build()).join();
  }

  PutResult put(Topic topic, String id, Duration delay) {
    return engine.put(Put.to(topic).id(id).delay(delay).build()).join();
  }

  static List<String> ids(CompletableFuture<Claimed> answer) {
    assertThat(answer).isCompleted();
    return answer.join().messages().stream().map(Message::id).toList();
  }
}
