package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * A queue in memory whose clock stands still, and workers that do everything on the thread that makes
 * something happen: when a call returns, what it caused has happened.
 */
@Timeout(240)
abstract class WorkerFixture {
  static final Topic ORDERS = Topic.of("orders");
  static final Topic MAILS = Topic.of("mails");
  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration GRACE = Duration.ofSeconds(60);

  final ManualClock clock = new ManualClock();
  final Engine engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  final TroubledQueue queue = new TroubledQueue(engine);
  final List<String> handled = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();

  @AfterEach
  void stop() {
    queue.answerAll();
    workers.forEach(worker -> worker.stop(Duration.ofMillis(1)));
    engine.close();
  }

  WorkerBuilder builder() {
    return Worker.builder(queue).executor(new Turns()).timing(new ManualTiming(clock));
  }

  /** Starts a worker that is stopped at the end of the test. */
  Worker start(WorkerBuilder builder) {
    Worker worker = builder.start();
    workers.add(worker);
    return worker;
  }

  Worker start(Handler handler, TopicOptions options) {
    return start(builder().topic(ORDERS, handler, options));
  }

  Worker start(Handler handler) {
    return start(handler, TopicOptions.DEFAULT);
  }

  /** Remembers what it was given. */
  Handler noting() {
    return Handler.of(this::note);
  }

  void note(Delivery delivery) {
    handled.add(delivery.message().id());
  }

  void put(String... ids) {
    for (String id : ids) {
      put(Put.to(ORDERS).id(id).body(id));
    }
  }

  void put(Put.Builder put) {
    assertThat(engine.put(put.build()).join().stored()).isTrue();
  }

  Message peek(String id) {
    return peek(ORDERS, id);
  }

  Message peek(Topic topic, String id) {
    return engine.peek(topic, id).join().orElseThrow();
  }

  State state(String id) {
    return peek(id).state();
  }

  void advance(Duration by) {
    clock.advance(by);
  }
}
