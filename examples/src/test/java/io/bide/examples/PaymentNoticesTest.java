package io.bide.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Message;
import io.bide.State;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaymentNoticesTest {
  private static final String ORDER = "order-4711";

  private final ManualClock clock = new ManualClock();
  private final Engine engine =
      Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  private final PaymentNotices notices = new PaymentNotices(engine);
  private final Instant paid = clock.instant();
  private final List<Duration> sent = new ArrayList<>();

  @AfterEach
  void close() {
    engine.close();
  }

  private boolean hear(String notice, int listensAt) {
    assertThat(notice).isEqualTo("paid: order-4711");
    sent.add(Duration.between(paid, clock.instant()));
    return sent.size() == listensAt;
  }

  /** Sends the next notice, and moves the clock as far as that takes. */
  private State sendNext(int listensAt) {
    CompletableFuture<State> state = notices.sendNext(notice -> hear(notice, listensAt));
    while (!state.isDone()) {
      clock.advanceTo(clock.next().orElseThrow());
    }
    return state.join();
  }

  @Test
  void notices_toAShopThatNeverListens_comeAtTheTimesOfTheScheduleAndEnd() {
    notices.paid(ORDER, PaymentNotices.SCHEDULE);

    State state = State.WAITING;
    while (state.live()) {
      state = sendNext(Integer.MAX_VALUE);
    }

    assertThat(sent)
        .containsExactly(
            Duration.ZERO,
            Duration.ofMinutes(2),
            Duration.ofMinutes(12),
            Duration.ofMinutes(22),
            Duration.ofMinutes(82),
            Duration.ofMinutes(202),
            Duration.ofMinutes(562),
            Duration.ofMinutes(1_462));
    Message letter = engine.peek(PaymentNotices.TOPIC, ORDER).join().orElseThrow();
    assertThat(letter.state()).isEqualTo(State.DEAD);
    assertThat(letter.attempts()).isEqualTo(8);
  }

  @Test
  void notices_toAShopThatListens_endThere() {
    notices.paid(ORDER, PaymentNotices.SCHEDULE);

    assertThat(sendNext(2)).isEqualTo(State.WAITING);
    assertThat(sendNext(2)).isEqualTo(State.DONE);

    assertThat(sent).containsExactly(Duration.ZERO, Duration.ofMinutes(2));
  }
}
