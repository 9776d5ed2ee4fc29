package io.bide.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import org.junit.jupiter.api.Test;

class QueueHealthTest {
  private final ManualClock clock = new ManualClock();
  private final Engine engine =
      Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  private final QueueHealth health = new QueueHealth(engine);

  @Test
  void check_queueThatAnswers_isUp() {
    assertThat(health.check().up()).isTrue();
    engine.close();
  }

  @Test
  void check_queueThatIsClosed_isDownAndSaysWhy() {
    engine.close();

    assertThat(health.check().up()).isFalse();
    assertThat(health.check().details().get("reason")).contains("CLOSED");
  }
}
