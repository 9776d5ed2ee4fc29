package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.SweepReply;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SweeperTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final HeldStore store = new HeldStore(new MemoryStore(clock));
  private final Sweeper sweeper = new Sweeper(store, clock, EngineConfig.DEFAULT);

  @Test
  void started_sweepsOnceInEachInterval() {
    sweeper.start();
    assertThat(store.sweeps).isZero();

    clock.advance(SECOND.multipliedBy(3));

    assertThat(store.sweeps).isEqualTo(3);
  }

  @Test
  void moreToDo_goesOnAtOnce() {
    store.scriptedSweeps.add(new SweepReply(1_000, 0, true));
    store.scriptedSweeps.add(new SweepReply(1_000, 0, true));
    sweeper.start();

    clock.advance(SECOND);

    assertThat(store.sweeps).isEqualTo(3);
  }

  @Test
  void failing_goesOnTrying() {
    for (int i = 0; i < 3; i++) {
      store.sweepFailures.add(new BideException(ErrorCode.UNAVAILABLE, "away"));
    }
    sweeper.start();

    clock.advance(SECOND.multipliedBy(5));

    assertThat(store.sweeps).isEqualTo(5);
  }

  @Test
  void throwing_goesOnTrying() {
    store.thrown = new IllegalStateException("broken");
    sweeper.start();
    clock.advance(SECOND);
    store.thrown = null;

    clock.advance(SECOND);

    assertThat(store.sweeps).isEqualTo(2);
  }

  @Test
  void stopped_sweepsNoMore() {
    sweeper.start();
    sweeper.stop();

    clock.advance(SECOND.multipliedBy(3));

    assertThat(store.sweeps).isZero();
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void runOnce_saysWhetherThereIsMore() {
    store.scriptedSweeps.add(new SweepReply(1_000, 0, true));

    assertThat(sweeper.runOnce().join()).isTrue();
    assertThat(sweeper.runOnce().join()).isFalse();
  }
}
